/** Completion scripts for each shell, from a list of what can follow each command. */

/** A command with all that can follow it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** Values of each of its arguments in order: games, analyses; the last also of those after it. */
  readonly places: readonly (readonly string[])[];
  readonly options: readonly {
    readonly name: string;
    readonly describe: string;
    readonly values: readonly string[];
    readonly takes: 'nothing' | 'a path' | 'a value';
  }[];
}

type Writer = (commands: readonly CompletedCommand[]) => string;

/** The script of each shell. */
export const COMPLETION_WRITERS: Readonly<Record<'bash' | 'zsh' | 'fish' | 'powershell', Writer>> = {
  bash: bashScript,
  // zsh runs bash completions once asked to.
  zsh: (commands) =>
    `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`,
  fish: fishScript,
  powershell: powershellScript,
};

/** Words of the program itself. */
const PROGRAM_WORDS = ['help', '--help', '--version'];

function wordsAfter({ places, options }: CompletedCommand): string[] {
  return [...options.map(({ name }) => `--${name}`), ...places.flat()];
}

function bashScript(commands: readonly CompletedCommand[]): string {
  const names = [...commands.map(({ name }) => name), ...PROGRAM_WORDS].join(' ');
  const cases = commands.flatMap(({ name, places, options }) => [
    `    ${name}:-) words='${options.map((option) => `--${option.name}`).join(' ')}' ;;`,
    ...places.map(
      (words, i) => `    ${name}:${i + 1 === places.length ? '*' : i}) words='${words.join(' ')}' ;;`,
    ),
  ]);
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter((option) => option.values.length > 0)
      .map((option) => `    ${name}:--${option.name}) words='${option.values.join(' ')}' ;;`),
  );
  const paths = [...new Set(optionsThatTake(commands, 'a path'))].map((name) => `--${name}`);
  return `# Completion of takeaway
# Games such as powers-of:3 are one word, and so is --series=nim.
COMP_WORDBREAKS=\${COMP_WORDBREAKS//[:=]}
_takeaway() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words='' command='' word place=0 prefix=''
  COMPREPLY=()
  case "$current" in
    file:*) COMPREPLY=($(compgen -P file: -f -- "\${current#file:}")); return ;;
    --*=*) previous="\${current%%=*}" prefix="$previous=" current="\${current#*=}" ;;
  esac
  case "$previous" in
    ${[...paths, '-o'].join('|')}) COMPREPLY=($(compgen -P "$prefix" -f -- "$current")); return ;;
    --to|--from) return ;;
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ -n "$command" ]; then
      case "$word" in -*) ;; *) place=$((place + 1)) ;; esac
    else
      case " ${commands.map(({ name }) => name).join(' ')} help " in *" $word "*) command="$word" ;; esac
    fi
  done
  case "$current" in -*) place=- ;; esac
  case "$command:$place" in
${cases.join('\n')}
    :*|help:*) words='${names}' ;;
  esac
  case "$command:$previous" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -P "$prefix" -W "$words" -- "$current"))
}
complete -o bashdefault -F _takeaway takeaway
`;
}

function optionsThatTake(commands: readonly CompletedCommand[], what: string): string[] {
  return commands.flatMap(({ options }) =>
    options.filter(({ takes }) => takes === what).map(({ name }) => name),
  );
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
  const lines = commands.flatMap(({ name, summary, places, options }) => {
    const words = places.flat();
    const after = `complete -c takeaway -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c takeaway -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
      ...(words.length === 0 ? [] : [`${after} -a ${quoted(words.join(' '))}`]),
      ...options.map(({ name: option, describe, values, takes }) => {
        const value = { nothing: '', 'a path': ' -r -F', 'a value': ' -x' }[takes];
        const choices = values.length === 0 ? '' : ` -a ${quoted(values.join(' '))}`;
        return `${after} -l ${option}${value}${choices} -d ${quoted(describe)}`;
      }),
    ];
  });
  return `# Completion of takeaway\ncomplete -c takeaway -f\n${lines.join('\n')}\n`;
}

function powershellScript(commands: readonly CompletedCommand[]): string {
  const list = (words: readonly string[]): string =>
    `@(${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')})`;
  const after = commands.map((command) => `    '${command.name}' = ${list(wordsAfter(command))}`);
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter((option) => option.values.length > 0)
      .map((option) => `    '${name}:--${option.name}' = ${list(option.values)}`),
  );
  return `# Completion of takeaway
Register-ArgumentCompleter -Native -CommandName takeaway -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $after = @{
${after.join('\n')}
  }
  $values = @{
${values.join('\n')}
  }
  $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $command = $before | Where-Object { $after.ContainsKey($_) } | Select-Object -First 1
  $words = ${list([...commands.map(({ name }) => name), ...PROGRAM_WORDS])}
  if ($command) {
    $words = $after[$command]
    $key = "\${command}:$($before[-1])"
    if ($values.ContainsKey($key)) { $words = $values[$key] }
  }
  $words | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

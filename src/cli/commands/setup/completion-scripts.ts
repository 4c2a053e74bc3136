/** Completion scripts for each shell, from a list of what can follow each command. */

/** A command with all that can follow it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** Values of each of its arguments in order: games, analyses; the last also of those after it. */
  readonly places: readonly (readonly string[])[];
  readonly options: readonly CompletedOption[];
}

interface CompletedOption {
  readonly name: string;
  readonly describe: string;
  readonly values: readonly string[];
  readonly takes: 'nothing' | 'a path' | 'a value';
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
  const paths = optionsThatTake(commands, ['a path']).join('|');
  const taking = optionsThatTake(commands, ['a path', 'a value']).join('|');
  return `# Completion of takeaway
_takeaway() {
  local line=() joins='' word command='' option='' place=0 current prefix='' words='' breaks typed=''
  COMPREPLY=()
  # Readline splits --series=nim and powers-of:3 into three words.
  for word in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    case "$word" in
      [:=]*) line[\${#line[@]}-1]+="$word" joins=yes ;;
      *) if [ -n "$joins" ] && [ -n "$word" ]; then line[\${#line[@]}-1]+="$word"; else line+=("$word"); fi; joins='' ;;
    esac
  done
  current="\${line[\${#line[@]}-1]}"
  # It replaces what stands behind the last sign that splits.
  breaks="\${COMP_WORDBREAKS//[^:=]}"
  [ -n "$breaks" ] && typed="\${current%"\${current##*[$breaks]}"}"
  for word in "\${line[@]:1:\${#line[@]}-2}"; do
    if [ -n "$option" ]; then option=''; continue; fi
    case "$word" in
      ${taking}) option="$word" ;;
      -*) ;;
      *)
        if [ -n "$command" ]; then place=$((place + 1)); else
          case " ${commands.map(({ name }) => name).join(' ')} help " in *" $word "*) command="$word" ;; esac
        fi ;;
    esac
  done
  case "$current" in
    --*=*) option="\${current%%=*}" prefix="$option=" current="\${current#*=}" ;;
    -*) [ -z "$option" ] && place=- ;;
    file:*) prefix=file: current="\${current#file:}" ;;
  esac
  case "\${option:-$prefix}" in
    file:|${paths})
      compopt -o filenames 2> /dev/null
      COMPREPLY=($(compgen -P "$prefix" -f -- "$current")) ;;
    '')
      case "$command:$place" in
${cases.join('\n')}
    :*|help:*) words='${names}' ;;
      esac ;;
    *)
      case "$command:$option" in
${values.join('\n')}
      esac ;;
  esac
  [ -n "$words" ] && COMPREPLY=($(compgen -P "$prefix" -W "$words" -- "$current"))
  COMPREPLY=("\${COMPREPLY[@]#"$typed"}")
}
complete -o bashdefault -F _takeaway takeaway
`;
}

/** Options whose next word is such a thing, as they are written. */
function optionsThatTake(
  commands: readonly CompletedCommand[],
  things: readonly CompletedOption['takes'][],
): string[] {
  const names = commands.flatMap(({ options }) =>
    options.filter(({ takes }) => things.includes(takes)).map(({ name }) => `--${name}`),
  );
  return [...new Set([...names, '-o'])];
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

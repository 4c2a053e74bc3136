/** Completion scripts for each shell, from a list of what can follow each command. */

/** A command with all that can follow it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** Values of each of its arguments in order: games, analyses; the last also of those after it, none where there are no more. */
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

export const COMPLETION_WRITERS: Readonly<Record<'bash' | 'zsh' | 'fish' | 'powershell', Writer>> = {
  bash: (commands) => `${bashFunction(commands)}complete -o bashdefault -F _takeaway takeaway\n`,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/** Words of the program itself. */
const PROGRAM_WORDS = ['help', '--help', '--version'];

/** The function that bash completes by, and zsh in its emulation of bash. */
function bashFunction(commands: readonly CompletedCommand[]): string {
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
  for word in "\${COMP_WORDS[@]:0:$((COMP_CWORD + 1))}"; do
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
`;
}

/** The function of bash, but for paths, which zsh's emulation completes only as words of their own. */
function zshScript(commands: readonly CompletedCommand[]): string {
  const paths = optionsThatTake(commands, ['a path']).join('|');
  return `autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bashFunction(commands)}
_takeaway_in_zsh() {
  if compset -P 'file:' || compset -P '(${paths})=' || [[ $words[CURRENT-1] = (${paths}) ]]; then
    _files
  else
    _bash_complete -o bashdefault -F _takeaway
  fi
}
compdef _takeaway_in_zsh takeaway
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

/** Each place of a command's arguments with what can stand there; the last also after it. */
function placesOf({
  places,
}: CompletedCommand): { words: readonly string[]; place: number; isLast: boolean }[] {
  return places.map((words, place) => ({ words, place, isLast: place === places.length - 1 }));
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
  const lines = commands.flatMap((command) => {
    const { name, summary, options } = command;
    const after = `complete -c takeaway -n ${quoted(`__takeaway_at ${name}`)}`;
    return [
      `complete -c takeaway -n __takeaway_at -a ${name} -d ${quoted(summary)}`,
      ...placesOf(command)
        .filter(({ words }) => words.length > 0)
        .map(({ words, place, isLast }) => {
          const condition = quoted(`__takeaway_at ${name} -${isLast ? 'ge' : 'eq'} ${place}`);
          return `complete -c takeaway -n ${condition} -a ${quoted(words.join(' '))}`;
        }),
      ...options.map(({ name: option, describe, values, takes }) => {
        const value = { nothing: '', 'a path': ' -r -F', 'a value': ' -x' }[takes];
        const choices = values.length === 0 ? '' : ` -a ${quoted(values.join(' '))}`;
        return `${after} -l ${option}${value}${choices} -d ${quoted(describe)}`;
      }),
    ];
  });
  return `# Completion of takeaway
# Whether a command is given, none, or that of the name with so many arguments after it.
function __takeaway_at
  set -l command ''
  set -l place 0
  set -l takes_value no
  for word in (commandline -opc)[2..]
    if test $takes_value = yes
      set takes_value no
    else if contains -- $word ${optionsThatTake(commands, ['a path', 'a value']).join(' ')}
      set takes_value yes
    else if string match -qr -- '^(-.*|help)$' $word
      continue
    else if test -z "$command"
      set command $word
    else
      set place (math $place + 1)
    end
  end
  test "$command" = "$argv[1]"; and begin; test (count $argv) -lt 3; or test $place $argv[2] $argv[3]; end
end
complete -c takeaway -f
${lines.join('\n')}
`;
}

function powershellScript(commands: readonly CompletedCommand[]): string {
  const list = (words: readonly string[]): string =>
    `@(${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')})`;
  const entries = (
    of: (command: CompletedCommand) => readonly (readonly [key: string, words: readonly string[]])[],
  ): string =>
    commands
      .flatMap((command) =>
        of(command).map(([key, words]) => `    '${command.name}:${key}' = ${list(words)}`),
      )
      .join('\n');
  return `# Completion of takeaway
Register-ArgumentCompleter -Native -CommandName takeaway -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $places = @{
${entries((command) => placesOf(command).map(({ words, place, isLast }) => [isLast ? 'last' : String(place), words]))}
  }
  $values = @{
${entries(({ options }) => [
  ['-', options.map(({ name }) => `--${name}`)],
  ...options
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => [`--${name}`, values] as const),
])}
  }
  $taking = ${list(optionsThatTake(commands, ['a path', 'a value']))}
  $command = ''
  $place = 0
  $option = ''
  $commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object {
    $word = $_.ToString()
    if ($option) { $option = '' }
    elseif ($taking -contains $word) { $option = $word }
    elseif ($word -like '-*' -or $word -eq 'help') { }
    elseif ($command) { $place++ }
    else { $command = $word }
  }
  if ($option) { $words = $values["\${command}:$option"] }
  elseif (-not $command) { $words = ${list([...commands.map(({ name }) => name), ...PROGRAM_WORDS])} }
  elseif ($wordToComplete -like '-*') { $words = $values["\${command}:-"] }
  elseif ($places.ContainsKey("\${command}:$place")) { $words = $places["\${command}:$place"] }
  else { $words = $places["\${command}:last"] }
  # By itself, as -like takes the brackets of a set for its own; with no words, one comes that is null.
  $words | Where-Object { $_ -and $_.StartsWith("$wordToComplete", 'OrdinalIgnoreCase') } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

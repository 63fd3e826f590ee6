import { Command } from 'commander'
import type { CommandRow } from './commands.ts'

/** A word that may come next, with what it is for. */
interface Word {
  readonly text: string
  readonly about: string
}
interface Flag extends Word {
  /** Whether a value follows. */
  readonly takesValue: boolean
  /** The values, where there are only these. */
  readonly choices: readonly string[]
}
/** A command, or one of the commands below it, with what may follow. */
interface Place {
  /** `[]` of `ringback` itself, `['clock', 'advance']`. */
  readonly words: readonly string[]
  readonly commands: readonly Word[]
  readonly flags: readonly Flag[]
}

/** Every place of the command line, as the help of each command shows it. */
async function placesOf(commands: readonly CommandRow[]): Promise<Place[]> {
  const program = new Command('ringback').option('-V, --version', 'print the version').enablePositionalOptions()
  for (const { name, summary, load } of commands) {
    const { configure } = await load()
    configure(program.command(name).summary(summary), () => undefined, commands)
  }
  return walk(program, [])
}

function walk(command: Command, words: readonly string[]): Place[] {
  const help = command.createHelp()
  const below = help.visibleCommands(command).filter(one => one.name() !== 'help')
  const flags = help.visibleOptions(command).map(({ long, short, description, required, optional, argChoices }) => ({
    text: long ?? short ?? '',
    about: description,
    takesValue: required || optional,
    choices: argChoices ?? [],
  }))
  const commands = below.map(one => ({ text: one.name(), about: one.summary() || one.description() }))
  return [{ words, commands, flags }, ...below.flatMap(one => walk(one, [...words, one.name()]))]
}

/** Within single quotes of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const quotedForFish = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
const allOf = ({ commands, flags }: Place): readonly Word[] => [...commands, ...flags]
const keyOf = ({ words }: Place) => words.join(' ')

/** The place at which somebody types: the words that are commands, whatever flags stand between them. */
const WALK = (places: readonly Place[]) => `  local place="" word
  for word in "\${before[@]}"; do
    case "$word" in -*) continue ;; esac
    case "\${place:+$place }$word" in
${places
  .filter(({ words }) => words.length > 0)
  .map(place => `      ${quoted(keyOf(place))}) place=${quoted(keyOf(place))} ;;`)
  .join('\n')}
    esac
  done`

const byChoice = (places: readonly Place[]) =>
  places.flatMap(place =>
    place.flags.flatMap(({ text, choices }) => (choices.length > 0 ? [{ place, text, choices }] : [])),
  )

const WRITERS = {
  bash: places => `# For ~/.bashrc: source <(ringback completion bash)
_ringback() {
  local current="\${COMP_WORDS[COMP_CWORD]}" list=""
  local before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
${WALK(places)}
  case "$place \${COMP_WORDS[COMP_CWORD-1]}" in
${byChoice(places)
  .map(({ place, text, choices }) => `    ${quoted(`${keyOf(place)} ${text}`)}) list=${quoted(choices.join(' '))} ;;`)
  .join('\n')}
    *) case "$place" in
${places
  .map(
    place =>
      `      ${quoted(keyOf(place))}) list=${quoted(
        allOf(place)
          .map(({ text }) => text)
          .join(' '),
      )} ;;`,
  )
  .join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$list" -- "$current"))
}
# Files where no word fits.
complete -o default -F _ringback ringback
`,
  zsh: places => `#compdef ringback
# For ~/.zshrc, after compinit: source <(ringback completion zsh)
_ringback() {
  local -a before list
  before=("\${(@)words[2,CURRENT-1]}")
${WALK(places)}
  case "$place \${words[CURRENT-1]}" in
${byChoice(places)
  .map(
    ({ place, text, choices }) =>
      `    ${quoted(`${keyOf(place)} ${text}`)}) list=(${choices.map(quoted).join(' ')}) ;;`,
  )
  .join('\n')}
    *) case "$place" in
${places
  .map(place => {
    const rows = allOf(place).map(({ text, about }) => quoted(`${text}:${about.replaceAll(':', '\\:')}`))
    return `      ${quoted(keyOf(place))}) list=(${rows.join(' ')}) ;;`
  })
  .join('\n')}
    esac ;;
  esac
  _describe ringback list || _files
}
compdef _ringback ringback
`,
  fish: places => `# For ~/.config/fish/config.fish: ringback completion fish | source
complete -c ringback -e
${places.flatMap(fishLines).join('\n')}
`,
} as const satisfies { readonly [shell: string]: (places: readonly Place[]) => string }

function fishLines({ words, commands, flags }: Place): string[] {
  const seen = words.map(word => `__fish_seen_subcommand_from ${word}`)
  const names = commands.map(({ text }) => text).join(' ')
  const first = words.length === 0 ? ['__fish_use_subcommand'] : seen
  const nothingYet = words.length > 0 && names !== '' ? [`not __fish_seen_subcommand_from ${names}`] : []
  const when = (parts: readonly string[]) => `complete -c ringback -n ${quotedForFish(parts.join('; and '))}`
  return [
    ...commands.map(({ text, about }) => `${when([...first, ...nothingYet])} -f -a ${text} -d ${quotedForFish(about)}`),
    ...flags.map(({ text, about, takesValue, choices }) => {
      const name = text.startsWith('--') ? `-l ${text.slice(2)}` : `-s ${text.slice(1)}`
      const value = choices.length > 0 ? ` -x -a ${quotedForFish(choices.join(' '))}` : takesValue ? ' -r' : ''
      return `${when([...first, ...nothingYet])} ${name}${value} -d ${quotedForFish(about)}`
    }),
  ]
}

/** A script that completes commands, the commands below them, flags and their values in a shell. */
export async function completionScript(shell: keyof typeof WRITERS, commands: readonly CommandRow[]): Promise<string> {
  return WRITERS[shell](await placesOf(commands))
}

import type { Command } from 'commander'
import { nearestName } from '../contract/nearest-name.ts'

/** How commander begins when there are more arguments than a command takes. */
const TOO_MANY = 'error: too many arguments'

/** Lets the help of each subcommand begin with its summary, and a misspelt one be told as what it is. */
export function finishSubcommands(command: Command): void {
  for (const one of command.commands) {
    if (one.description() === '') one.description(one.summary())
    const { outputError = (text, write) => write(text), ...how } = one.configureOutput()
    one.configureOutput({
      ...how,
      outputError: (text, write) =>
        outputError(text.startsWith(TOO_MANY) ? (unknownSubcommand(command, one) ?? text) : text, write),
    })
  }
}

/**
 * Puts the subcommand before the flags that stand before it, `--url X list`: `args` are those after the command. Without this its word would be an
 * argument of the default subcommand. What it cannot read is left as it is.
 */
export function subcommandFirst(command: Command, args: readonly string[]): readonly string[] {
  const names = new Set(command.commands.flatMap(one => [one.name(), ...one.aliases()]))
  const options = command.commands.flatMap(one => one.options)
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] as string
    if (!word.startsWith('-')) {
      if (index === 0 || !names.has(word)) return args
      return [word, ...args.slice(0, index), ...args.slice(index + 1)]
    }
    const own = options.find(one => one.long === word || one.short === word)
    const next = args[index + 1]
    if (own === undefined) {
      if (word.includes('=')) continue
      return args
    }
    if (own.required || (own.optional && next !== undefined && !next.startsWith('-') && !names.has(next))) index += 1
  }
  return args
}

/** A word that names no subcommand becomes an argument of the default one. `undefined` where that was named. */
function unknownSubcommand(command: Command, taken: Command): string | undefined {
  const [word] = taken.args
  if (word === undefined || command.args[0] === taken.name()) return undefined
  const known = command.commands.map(one => one.name())
  const nearest = nearestName(word, known)
  const wayOut = nearest === undefined ? `It has ${known.join(', ')}.` : `Did you mean ${nearest}?`
  return `error: ${command.name()} has no command '${word}'. ${wayOut}\n`
}

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

/** A word that names no subcommand becomes an argument of the default one. `undefined` where that was named. */
function unknownSubcommand(command: Command, taken: Command): string | undefined {
  const [word] = taken.args
  if (word === undefined || command.args[0] === taken.name()) return undefined
  const known = command.commands.map(one => one.name())
  const nearest = nearestName(word, known)
  const wayOut = nearest === undefined ? `It has ${known.join(', ')}.` : `Did you mean ${nearest}?`
  return `error: ${command.name()} has no command '${word}'. ${wayOut}\n`
}

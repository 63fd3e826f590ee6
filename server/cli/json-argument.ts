import { CommandError, EXIT } from './exit-codes.ts'

/** An argument that is JSON; what it means is checked by the emulator. @throws CommandError (usage) */
export function readJsonArgument<Value>(name: string, text: string): Value {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandError(
      `${name} is JSON such as {"status":503} (got ${text}: ${(error as Error).message}).`,
      EXIT.usage,
    )
  }
}

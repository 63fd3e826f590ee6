import { shown } from '../contract/shown.ts'
import { CommandError, EXIT } from './exit-codes.ts'

/**
 * The number given to a flag as text.
 *
 * @throws CommandError (usage)
 */
export function wholeNumber(flag: string, value: unknown, { from = 0 }: { from?: number } = {}): number {
  const number = Number(value)
  if (/^\d+$/.test(String(value)) && Number.isSafeInteger(number) && number >= from) return number
  const least = from === 0 ? '' : ` from ${from}`
  throw new CommandError(`--${flag} takes a whole number${least} (got ${shown(value)}).`, EXIT.usage)
}

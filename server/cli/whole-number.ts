import { shown } from '../contract/shown.ts'
import { CommandError, EXIT } from './exit-codes.ts'

/**
 * The number given to a flag as text.
 *
 * @throws CommandError (usage)
 */
export function wholeNumber(
  flag: string,
  value: unknown,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: { from?: number; to?: number } = {},
): number {
  const number = Number(value)
  if (/^\d+$/.test(String(value)) && number >= from && number <= to) return number
  const least = from === 0 ? '' : ` from ${from}`
  const most = to === Number.MAX_SAFE_INTEGER ? '' : `${from === 0 ? ' from 0' : ''} to ${to}`
  throw new CommandError(`--${flag} takes a whole number${least}${most} (got ${shown(value)}).`, EXIT.usage)
}

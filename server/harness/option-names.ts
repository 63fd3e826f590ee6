import { nearestName } from '../contract/nearest-name.ts'
import { shown } from '../contract/shown.ts'
import { StartOptionError } from './start-option-error.ts'

/**
 * Refuses unknown options. Without types, a misspelt one would be silently ignored.
 *
 * @throws StartOptionError that suggests the nearest name
 */
export function checkOptionNames(taker: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new StartOptionError(`${taker} takes an object of options (got ${given === null ? 'null' : typeof given}).`)
  const unknown = Object.keys(given).find(name => !known.includes(name))
  if (unknown === undefined) return
  const nearest = nearestName(unknown, known)
  const wayOut = nearest === undefined ? `It has ${known.join(', ')}.` : `Did you mean ${nearest}?`
  throw new StartOptionError(`${taker} has no option ${shown(unknown)}. ${wayOut}`)
}

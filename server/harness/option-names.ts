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
  const nearest = nearestOf(unknown, known)
  const wayOut = nearest === undefined ? `It has ${known.join(', ')}.` : `Did you mean ${nearest}?`
  throw new StartOptionError(`${taker} has no option ${unknown}. ${wayOut}`)
}

/** The name that was probably meant: the one with the fewest changes, unless they would change nearly everything. */
function nearestOf(name: string, known: readonly string[]): string | undefined {
  const rated = known.map(candidate => ({ candidate, changes: changesBetween(plain(name), plain(candidate)) }))
  const [best] = rated.sort((a, b) => a.changes - b.changes)
  return best !== undefined && best.changes <= Math.max(2, Math.floor(name.length / 3)) ? best.candidate : undefined
}

const plain = (name: string) => name.toLowerCase().replace(/[-_]/g, '')

/** How many letters have to be changed, added or removed. */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    let diagonal = row[0] ?? 0
    const next = [index + 1]
    for (const [column, wanted] of [...other].entries()) {
      const [above = 0, left = 0] = [row[column + 1], next[column]]
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === wanted ? 0 : 1)))
      diagonal = above
    }
    row = next
  }
  return row[other.length] ?? 0
}

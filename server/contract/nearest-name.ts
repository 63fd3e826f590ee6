/** The name that was probably meant: the one with the fewest changes, unless they would change nearly everything. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name.slice(0, LONGEST))
  const rated = known.map(candidate => ({ candidate, changes: changesBetween(wanted, plain(candidate)) }))
  const [best] = rated.sort((a, b) => a.changes - b.changes)
  return best !== undefined && best.changes <= Math.max(2, Math.floor(name.length / 3)) ? best.candidate : undefined
}

/** More of a name is not compared: the effort grows with the product of both lengths. */
const LONGEST = 100

const plain = (name: string) => name.toLowerCase().replace(/[-_]/g, '')

/** How many letters have to be changed, added or removed. */
export function changesBetween(one: string, other: string): number {
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

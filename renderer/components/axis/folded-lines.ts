/** Of many at one place. */
const MOST_LINES = 4

/** Equal lines as one with their number. Of many kinds the first are said; `rest` is how many lines the others stand for. */
export function foldedLines(
  lines: readonly string[],
  alike: (line: string, count: number) => string,
): { said: string[]; rest: number } {
  const kinds = [...Map.groupBy(lines, line => line)]
  const rest = kinds.slice(MOST_LINES).reduce((sum, [, { length }]) => sum + length, 0)
  const said = kinds.slice(0, MOST_LINES).map(([line, { length }]) => (length === 1 ? line : alike(line, length)))
  return { said, rest }
}

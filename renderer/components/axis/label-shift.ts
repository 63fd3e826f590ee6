/** Between a label and a line that passes it. */
const CLEAR_PX = 3

/**
 * How far a label moves along its arc so that no line goes through it: the least that is enough, to either side, in pixels from the middle.
 * Where the arc has no room for that, it stays in the middle. Pure.
 */
export function labelShift({
  arc: [from, to],
  label,
  lines,
}: {
  arc: readonly [number, number]
  label: number
  lines: readonly number[]
}): number {
  const middle = (from + to) / 2
  const clear = label / 2 + CLEAR_PX
  const isClear = (shift: number) => lines.every(line => Math.abs(middle + shift - line) >= clear)
  const most = (to - from) / 2 - label / 3
  return (
    [0, ...lines.flatMap(line => [line - clear - middle, line + clear - middle])]
      .filter(shift => Math.abs(shift) <= most && isClear(shift))
      .toSorted((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0
  )
}

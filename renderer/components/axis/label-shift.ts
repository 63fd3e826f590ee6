/** Between a label and a line that passes it. */
const CLEAR_PX = 3
/** Sums of fractions are off by less than this. */
const ROUNDING_PX = 0.01
/** A letter of a label at its widest, Latin or Japanese, and what stands around the label. */
const [LETTER_PX, WIDE_LETTER_PX, LABEL_PADDING_PX] = [6.5, 12, 8]

/** How wide a text of the size of a label is at most, in pixels. Pure. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter > '\u2fff' ? WIDE_LETTER_PX : LETTER_PX), 0)

/** How wide a label is at most, with what stands around it, in pixels. Pure. */
export const labelWidth = (text: string): number => textWidth(text) + LABEL_PADDING_PX

/**
 * How far a label moves along its arc so that no line goes through it: the least that is enough, to either side, in pixels from the middle.
 * Where that leaves less than two thirds of it over the arc, it is to keep within `room`, which other labels leave it. Where there is no room
 * for that either, it stays in the middle. Pure.
 */
export function labelShift({
  arc: [from, to],
  label,
  lines,
  room: [least, last] = [from, to],
}: {
  arc: readonly [number, number]
  label: number
  lines: readonly number[]
  room?: readonly [number, number]
}): number {
  const middle = (from + to) / 2
  const clear = label / 2 + CLEAR_PX
  const isClear = (shift: number) => lines.every(line => Math.abs(middle + shift - line) >= clear - ROUNDING_PX)
  const most = (to - from) / 2 - label / 3
  const hasRoom = (shift: number) =>
    Math.abs(shift) <= (to - from) / 2 && middle + shift - label / 2 >= least && middle + shift + label / 2 <= last
  return (
    [0, ...lines.flatMap(line => [line - clear - middle, line + clear - middle])]
      .filter(shift => (Math.abs(shift) <= most || hasRoom(shift)) && isClear(shift))
      .toSorted((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0
  )
}

/** Between two words that stand side by side. */
const APART_PX = 6

/**
 * Where the middle of a word stands that belongs to a line, in pixels: over it, or beside what stands there already, on the nearer side that
 * has room for it. Pure.
 */
export function besideWord({
  line,
  size,
  taken,
  room,
}: {
  line: number
  size: number
  taken: { at: number; size: number } | undefined
  room: number
}): number {
  const inside = (middle: number) => Math.min(Math.max(middle, size / 2), Math.max(size / 2, room - size / 2))
  const middle = inside(line)
  if (taken === undefined) return middle
  const apart = (size + taken.size) / 2 + APART_PX
  if (Math.abs(middle - taken.at) >= apart) return middle
  const sides = [taken.at - apart, taken.at + apart].toSorted(
    (one, other) => Math.abs(one - line) - Math.abs(other - line),
  )
  return sides.find(side => inside(side) === side) ?? middle
}

const MIDNIGHT_EVERY = 86_400_000
const TOKYO_MS = 9 * 3_600_000

/** The midnights of Tokyo between two instants, the second one included. Pure. */
export function midnightsBetween(from: number, to: number): number[] {
  const first = Math.floor((from + TOKYO_MS) / MIDNIGHT_EVERY) + 1
  const last = Math.floor((to + TOKYO_MS) / MIDNIGHT_EVERY)
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => (first + index) * MIDNIGHT_EVERY - TOKYO_MS,
  )
}

/** Between two labels of one row. */
export const LABELS_APART_PX = 6

/**
 * The row of each label, from 0 on: the first one in which each of its lines stands clear of the same line of the labels before it there.
 * Labels come from left to right, each with its middle and the widths of its lines in pixels. Pure.
 */
export function rowsOf(labels: readonly { at: number; sizes: readonly number[] }[]): number[] {
  const rows: number[][] = []
  return labels.map(({ at, sizes }) => {
    const isClear = (ends: readonly number[]) =>
      sizes.every((size, line) => at - size / 2 - (ends[line] ?? Number.NEGATIVE_INFINITY) >= LABELS_APART_PX)
    const free = rows.findIndex(isClear)
    const row = free < 0 ? rows.length : free
    const ends = rows[row] ?? []
    rows[row] = ends
    for (const [line, size] of sizes.entries()) ends[line] = at + size / 2
    return row
  })
}

/**
 * The same of labels of one line: where these need two rows, every second one is in the other, also where there would be room, so that they read as
 * two even rows. Pure.
 */
export function evenRowsOf(labels: readonly { at: number; sizes: readonly number[] }[]): number[] {
  const rows = rowsOf(labels)
  if (Math.max(0, ...rows) !== 1 || labels.some(({ sizes }) => sizes.length > 1)) return rows
  const isEven = [0, 1].every(row => rowsOf(labels.filter((_, index) => index % 2 === row)).every(own => own === 0))
  return isEven ? rows.map((_, index) => index % 2) : rows
}

/**
 * How far below the first row each label begins, in pixels: below those of the rows before it that are too near beside it, and no lower, however
 * high its row is elsewhere. `line` is the height of a line, `gap` what keeps two labels apart. Pure.
 */
export function dropsOf(
  labels: readonly { at: number; sizes: readonly number[] }[],
  rows: readonly number[],
  { line, gap }: { line: number; gap: number },
): number[] {
  const drops = labels.map(() => 0)
  const half = (index: number) => Math.max(0, ...(labels[index]?.sizes ?? [])) / 2
  const isNear = (one: number, other: number) =>
    Math.abs((labels[one]?.at ?? 0) - (labels[other]?.at ?? 0)) < half(one) + half(other) + LABELS_APART_PX
  const inOrder = labels.map((_, index) => index).toSorted((one, other) => (rows[one] ?? 0) - (rows[other] ?? 0))
  for (const index of inOrder)
    for (const other of inOrder)
      if ((rows[other] ?? 0) < (rows[index] ?? 0) && isNear(index, other))
        drops[index] = Math.max(
          drops[index] ?? 0,
          (drops[other] ?? 0) + (labels[other]?.sizes.length ?? 0) * line + gap,
        )
  return drops
}

/**
 * How far below its usual place each part of a label begins, in pixels: its first lines (`heads` of them), in one row or in two even ones; what is said
 * besides, right below, or below what it has no room beside. Pure.
 */
export function partsBelow(
  labels: Labels,
  { heads: count, line, gap }: { heads: number; line: number; gap: number },
): { firsts: readonly number[]; others: readonly number[] } {
  const heads = labels.map(({ at, sizes }) => ({ at, sizes: [Math.max(0, ...sizes.slice(0, count))] }))
  const notes = labels.map(({ at, sizes }) => ({ at, sizes: sizes.slice(count) }))
  const rows = evenRowsOf(heads)
  const height = count * line + (count > 1 ? gap : 0)
  const drops = dropsOf(notes, rowsOf(notes), { line, gap })
  const isLow = drops.some(drop => drop > 0) || notes.some((_, index) => isOver(heads, rows, notes, index))
  const last = Math.max(0, ...rows)
  return {
    firsts: rows.map(row => row * height),
    others: rows.map((row, index) => (drops[index] ?? 0) + (isLow ? last - row : 0) * height),
  }
}

type Labels = readonly { at: number; sizes: readonly number[] }[]

/** Whether a note, right below its own head, would stand over the head of another label. */
const isOver = (heads: Labels, rows: readonly number[], notes: Labels, index: number): boolean =>
  heads.some(({ at, sizes }, other) => {
    const note = notes[index]
    if (note === undefined || other === index || (rows[other] ?? 0) <= (rows[index] ?? 0)) return false
    return Math.abs(at - note.at) < (Math.max(0, ...note.sizes) + (sizes[0] ?? 0)) / 2 + LABELS_APART_PX
  })

/**
 * Where a line stands that lies between two rings, in pixels: at least `clear` from the middle of either, or halfway where there is no room for
 * that. What is at the instant of a ring goes through it. Pure.
 */
export function besideRings({ line, rings, clear }: { line: number; rings: readonly number[]; clear: number }): number {
  const before = rings.findLast(ring => ring <= line)
  const after = rings.find(ring => ring > line)
  if (before === undefined || before === line) return line
  if (after === undefined) return Math.max(line, before + clear)
  if (after - before < 2 * clear) return (before + after) / 2
  return Math.min(Math.max(line, before + clear), after - clear)
}

/**
 * Where instants stand on an axis from 0 to 1: their order is exact, their distances are not. Seconds and hours are to be read on the same
 * axis, so that each gap is drawn by its logarithm, between two instants in proportion. Each of `instants` has its own place, also when two
 * are the same: an attempt is often made by hand at the instant of the last. Two are at least `least` apart, or all evenly where there is no room
 * for that. Pure.
 */
export function placesOf(
  instants: readonly number[],
  least = 0,
): {
  places: readonly number[]
  place: (at: number) => number
} {
  const weights = instants
    .slice(1)
    .map((at, index) => 1 + Math.log10(1 + (at - (instants[index] ?? at)) / 1_000) * 0.45)
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1
  const own = Math.min(least, 1 / (weights.length || 1))
  const places = [0]
  for (const weight of weights) places.push((places.at(-1) ?? 0) + own + (1 - own * weights.length) * (weight / total))
  const place = (at: number) => {
    const index = instants.findLastIndex(instant => instant <= at)
    if (index < 0) return 0
    const [start, end] = [instants[index] ?? 0, instants[index + 1]]
    const [from, to] = [places[index] ?? 0, places[index + 1]]
    if (end === undefined || to === undefined) return from
    return from + ((at - start) / (end - start)) * (to - from)
  }
  return { places, place }
}

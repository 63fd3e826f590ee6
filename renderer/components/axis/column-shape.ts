import type { Answer } from '../../data/answers.ts'
import type { Geometry } from './geometry.ts'
import type { Column, Picture } from './layout.ts'

/** From bottom to top: what went wrong stands out. */
export const STACKED = ['ok', 'open', 'client', 'limited', 'lost', 'failed'] as const satisfies readonly Answer[]

export const MOST_TICKS = 4
export const MOST_BLOCKS = 14
/** One request alone; and one of a few, with the gap above it. */
export const TICK = { alone: 11, height: 7, step: 8 }
/** The fewest requests that a column as high as the lane stands for. */
const LEAST_HIGHEST = MOST_BLOCKS
/** The least that an answer takes of a column, however few had it, so that they are seen. */
const LEAST_PART_PX = 2
/** The least that is framed of a column of many. */
const LEAST_SLOT_PX = 5

/** The requests of a column that had one answer, in pixels from the top. */
export interface Part {
  readonly answer: Answer
  readonly count: number
  readonly top: number
  readonly bottom: number
}

export interface Ground {
  readonly bottom: number
  readonly room: number
  readonly look: Geometry['look']
  /** Requests of the highest column in view. */
  readonly most: number
}

/** Where columns stand, how high they may be, and for how many requests the highest stands. */
export function groundOf({ geometry: { lanes, look }, columns }: Pick<Picture, 'geometry' | 'columns'>): Ground {
  const { top, height } = lanes.requests ?? { top: 0, height: 0 }
  const isFull = look === 'full'
  const most = columns.reduce((most, { marks }) => Math.max(most, marks.length), LEAST_HIGHEST)
  return { bottom: top + height - (isFull ? 5 : 1), room: height - (isFull ? 9 : 2), look, most }
}

type Counted = Pick<Column, 'marks' | 'counts'>

export const isOfTicks = ({ marks }: Counted, { look }: Ground): boolean =>
  marks.length === 1 || (look === 'full' && marks.length <= MOST_TICKS)

/** How high a column of the lane is: one of more requests is higher than every other one in view of fewer, and the highest fills the lane. */
function heightOf(count: number, { room, most }: Ground): number {
  if (count === 1) return TICK.alone
  if (count <= MOST_TICKS) return count * TICK.step
  const least = MOST_TICKS * TICK.step
  return least + ((room - least) * (count - MOST_TICKS)) / (most - MOST_TICKS)
}

/** The answers of a column from the bottom up: its height says how many requests there were. */
export function partsOf(column: Counted, ground: Ground): Part[] {
  const { marks, counts } = column
  const { bottom, room, look } = ground
  const height = look === 'band' ? room : heightOf(marks.length, ground)
  const parts: Part[] = []
  let y = bottom
  for (const answer of STACKED) {
    const count = counts[answer]
    if (count === 0) continue
    const part = Math.max(LEAST_PART_PX, (height * count) / marks.length)
    parts.push({ answer, count, top: y - part, bottom: y })
    y -= part
  }
  return parts
}

/** Where one request stands in a column: among those with its answer in the order of time, from the bottom up. */
export function slotOf(column: Counted, key: string, ground: Ground): { top: number; bottom: number } | undefined {
  const mark = column.marks.find(one => one.key === key)
  const part = partsOf(column, ground).find(({ answer }) => answer === mark?.answer)
  if (mark === undefined || part === undefined) return undefined
  const index = column.marks.filter(({ answer }) => answer === mark.answer).indexOf(mark)
  const each = (part.bottom - part.top) / part.count
  const middle = part.bottom - (index + 0.5) * each
  const half = Math.max(each, LEAST_SLOT_PX) / 2
  return { top: middle - half, bottom: middle + half }
}

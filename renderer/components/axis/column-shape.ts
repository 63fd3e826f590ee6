import type { Answer } from '../../data/answers.ts'
import type { Geometry } from './geometry.ts'
import type { Column } from './layout.ts'

/** From bottom to top: what went wrong stands out. */
export const STACKED = ['ok', 'open', 'client', 'limited', 'lost', 'failed'] as const satisfies readonly Answer[]

export const MOST_TICKS = 4
export const MOST_BLOCKS = 14
/** One of a few, with the gap above it. */
export const TICK = { height: 11, step: 12.5 }
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
}

/** Where columns stand, and how high they may be. */
export function groundOf({ lanes, look }: Pick<Geometry, 'lanes' | 'look'>): Ground {
  const { top, height } = lanes.requests ?? { top: 0, height: 0 }
  const isFull = look === 'full'
  return { bottom: top + height - (isFull ? 5 : 1), room: height - (isFull ? 9 : 2), look }
}

type Counted = Pick<Column, 'marks' | 'counts'>

export const isOfTicks = ({ marks }: Counted, { look }: Ground): boolean =>
  marks.length === 1 || (look === 'full' && marks.length <= MOST_TICKS)

/** The answers of a column from the bottom up: its height says how many requests there were. */
export function partsOf(column: Counted, ground: Ground): Part[] {
  const { marks, counts } = column
  const { bottom, room, look } = ground
  const many = marks.length <= MOST_BLOCKS ? marks.length * 3 : 36 + 5 * Math.log10(marks.length)
  const height = look === 'band' ? room : Math.min(room, many)
  const parts: Part[] = []
  let y = bottom
  for (const answer of STACKED) {
    const count = counts[answer]
    if (count === 0) continue
    const part = isOfTicks(column, ground)
      ? Math.min(room, look === 'band' ? room : count * TICK.step)
      : Math.max(LEAST_PART_PX, (height * count) / marks.length)
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

import { startTransition, useEffect, useState } from 'react'
import type { Page } from '../../server/control/protocol/common.ts'
import { control, worldPath } from './client.ts'
import { compareItems, itemOf, type Lane, type Timeline, type TimelineItem } from './timeline.ts'
import { useTimeline, useWorldId } from './world.tsx'

/** Emulated milliseconds, without the end. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The lanes of which any time is read by itself, each with its list. A call or a delivery may have begun long before what is to be seen of it. */
const READ = {
  exchange: { list: 'requests', pages: 5, itemOf: itemOf.exchange },
  event: { list: 'events', pages: 1, itemOf: itemOf.event },
  ledger: { list: 'ledger', pages: 1, itemOf: itemOf.ledger },
} as const
type Readable = keyof typeof READ
const READABLE = Object.keys(READ) as Readable[]

/** No clock of a world goes back farther. */
const EARLIEST = Date.parse('2000-01-01T00:00:00Z')

/** As many as a page may have. */
const ROWS = 200

/** Of a lane that has more than this in view, no more is read. */
const ENOUGH = 2_000

/** What is in view. */
export interface InSight extends Stretch {
  /** Up to when it is read first, where there may be very much after that. */
  readonly first?: number | undefined
}

/** What is to be read of the time before that of which the timeline has all. */
export interface Wanted {
  readonly from: number
  /** Up to when, of each lane that needs it. */
  readonly until: ReadonlyMap<Readable, number>
  /** Up to then it is read first, and what follows only if there is room for all of it. */
  readonly first?: number | undefined
  readonly beginnings: number
}

/** What was read so. */
export interface Earlier {
  readonly wanted: Wanted
  /** Newest first. */
  readonly items: readonly TimelineItem[]
  /** Of which time all of a lane is among them: of very many the newest are. */
  readonly known: ReadonlyMap<Lane, Stretch>
}

/** The newest of a stretch, so many at most. */
async function readNewest(
  world: string,
  lane: Readable,
  { from, to, most, signal }: Stretch & { most: number; signal: AbortSignal },
) {
  const { list, itemOf: toItem } = READ[lane]
  const items: TimelineItem[] = []
  let cursor: string | undefined
  do {
    const within = [Math.max(from, EARLIEST), to].map(at => new Date(at).toISOString()).join('/')
    const query = { within, limit: Math.min(ROWS, most - items.length), cursor }
    const page = await control<Page<never>>('GET', worldPath(world, list), { query, signal })
    for (const row of page.data) items.push(toItem(row))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && items.length < most)
  return { items, isAll: cursor === undefined }
}

async function readLane(
  world: string,
  lane: Readable,
  { from, to, first = to }: InSight,
  signal: AbortSignal,
): Promise<{ items: TimelineItem[]; known: Stretch }> {
  const most = READ[lane].pages * ROWS
  const until = Math.min(first, to)
  const { items, isAll } = await readNewest(world, lane, { from, to: until, most, signal })
  // Of the instant of the last one others may be left out.
  if (!isAll) return { items, known: { from: items.at(-1)!.at + 1, to: until } }
  const room = most - items.length
  if (until === to || room === 0) return { items, known: { from, to: until } }
  const rest = await readNewest(world, lane, { from: Math.max(from, until), to, most: room, signal })
  return rest.isAll ? { items: [...rest.items, ...items], known: { from, to } } : { items, known: { from, to: until } }
}

async function readEarlier(world: string, wanted: Wanted, signal: AbortSignal): Promise<Earlier> {
  const { from, until, first } = wanted
  const read = await Promise.all(
    [...until].map(async ([lane, to]) => [lane, await readLane(world, lane, { from, to, first }, signal)] as const),
  )
  return {
    wanted,
    items: read.flatMap(([, { items }]) => items).sort((one, other) => compareItems(other, one)),
    known: new Map(read.map(([lane, { known }]) => [lane, known])),
  }
}

/** What was read of an earlier time, for as long as it is wanted: of another one, what was read before is there until that is. */
export function useEarlier(wanted: Wanted | undefined): Earlier | undefined {
  const world = useWorldId()
  const timeline = useTimeline()
  const [earlier, setEarlier] = useState<Earlier>()
  useEffect(() => {
    if (wanted === undefined) {
      setEarlier(undefined)
      return undefined
    }
    const reading = new AbortController()
    readEarlier(world, wanted, reading.signal)
      // Thousands may be shown anew for it, which holds up no pointer.
      .then(read => !reading.signal.aborted && startTransition(() => setEarlier(read)))
      // The lanes say that it is not shown, and the next move of the view reads it.
      .catch(() => {})
    return () => reading.abort()
  }, [world, wanted])
  return wanted !== undefined && earlier?.wanted.beginnings === timeline.beginnings ? earlier : undefined
}

/** What is to be read for a view, where it is not read or being read already; what is wanted then stays the same object. Pure. */
export function wantedFor(
  { from, to, first = to }: InSight,
  {
    wanted,
    earlier,
    timeline,
  }: {
    wanted: Wanted | undefined
    earlier: Earlier | undefined
    timeline: Pick<Timeline, 'wholeSince' | 'items' | 'beginnings'>
  },
): Wanted | undefined {
  const { wholeSince, items, beginnings } = timeline
  const isEnough = (lane: Lane) => {
    let count = 0
    for (const item of items) if (item.lane === lane && item.at >= from && item.at <= to) count++
    return count >= ENOUGH
  }
  const until = new Map<Readable, number>()
  for (const lane of READABLE) {
    const since = wholeSince.get(lane)
    // Of the very instant since when it is whole, some may be missing.
    if (since !== undefined && since >= from && !isEnough(lane)) until.set(lane, Math.min(since, Math.ceil(to)) + 1)
  }
  if (until.size === 0) return undefined
  const next = { from: Math.floor(from), until, first: Math.ceil(first) + 1, beginnings }
  const isRead = (lane: Readable, end: number): boolean => {
    const asked = wanted?.until.get(lane)
    if (asked === undefined || asked < end || wanted!.from > next.from) return false
    const known = earlier?.wanted === wanted ? earlier?.known.get(lane) : undefined
    if (known === undefined) return true
    // What had no room then comes first by now.
    if (known.to < Math.min(next.first, end)) return false
    // Of so many that not all of them were read, the same would be read again up to the same end.
    return asked === end || known.from <= from
  }
  const isSame = wanted?.beginnings === beginnings && [...until].every(([lane, end]) => isRead(lane, end))
  return isSame ? wanted : next
}

/** Newest first, what the timeline has and what was read of an earlier time; what both have is there once. Pure. */
export function withEarlier(items: readonly TimelineItem[], earlier: Earlier | undefined): readonly TimelineItem[] {
  if (earlier === undefined || earlier.items.length === 0) return items
  const known = new Set(items.map(({ key }) => key))
  const older = earlier.items.filter(({ key }) => !known.has(key))
  const all: TimelineItem[] = []
  let next = 0
  for (const item of items) {
    while (next < older.length && compareItems(older[next]!, item) > 0) all.push(older[next++]!)
    all.push(item)
  }
  for (; next < older.length; next++) all.push(older[next]!)
  return all
}

/** Of which time not all of a lane is there, oldest first. */
export type Unknown = ReadonlyMap<Lane, readonly Stretch[]>

/** The times of which something is neither in the timeline nor was read. Pure. */
export function unknownOf(wholeSince: ReadonlyMap<Lane, number>, earlier: Earlier | undefined): Unknown {
  const unknown = new Map<Lane, readonly Stretch[]>()
  for (const [lane, since] of wholeSince) {
    const known = earlier?.known.get(lane) ?? { from: since, to: since }
    const left = [
      // Nothing was before the beginning of all time.
      ...(known.from === 0 ? [] : [{ from: Number.NEGATIVE_INFINITY, to: Math.min(known.from, since) }]),
      { from: known.to, to: since },
    ].filter(({ from, to }) => to > from)
    if (left.length > 0) unknown.set(lane, left)
  }
  return unknown
}

/** Whether something of a time is not there. */
export const isUnknownIn = (stretches: readonly Stretch[] | undefined, { from, to }: Stretch): boolean =>
  stretches?.some(stretch => stretch.from <= to && stretch.to > from) ?? false

import { useMemo } from 'react'
import type { Paused } from '../../components/axis/paused.ts'
import type { Answer } from '../../data/answers.ts'
import { asStood, type Pause } from '../../data/pause.ts'
import type { Lane, TimelineItem } from '../../data/timeline.ts'
import {
  type Earlier,
  isUnknownIn,
  type Unknown,
  unknownOf,
  useEarlier,
  type Wanted,
  withEarlier,
} from '../../data/timeline-earlier.ts'
import { useHasPast, useTimelineHistory, useTimelineItems } from '../../data/timeline-history.ts'
import { Runs } from '../../data/timeline-runs.ts'
import { useTimeline } from '../../data/world.tsx'
import { isMade, tenantOf } from './lanes.ts'
import { pauseText } from './paused-since.ts'
import { useHold } from './use-hold.ts'
import type { Range } from './use-range-in-view.ts'
import { useToldLater } from './use-told-later.ts'

/** Moves of the clock, and what else was done to the world as a whole. */
const isOfAll = (item: TimelineItem) => item.lane === 'clock' || (item.lane === 'control' && tenantOf(item) === null)

interface Choice {
  hidden: ReadonlySet<string>
  /** Requests with another answer are left out, unless there is none here. */
  answers: ReadonlySet<string>
  tenant: string
  /** Whether requests of Ringback itself are shown. */
  own: boolean
  /** The request that is open: it is shown, whoever has sent it. */
  open: string | undefined
  paused: boolean
  /** The moment at which it was, where the page was loaded since. */
  pausedSince: Pause | undefined
  /** Whether somebody reads the list, which must not move then. */
  reading: boolean
  /** Keys of rows whose parts follow them. */
  unfoldedRows: ReadonlySet<string>
  /** The time of which the list tells, and the counts; all of it without one. */
  range: Range | undefined
  /** What is to be read of an earlier time, as it is in view. */
  wanted: Wanted | undefined
}

/** How many of some things are not among those that are held. */
function useNewer(items: readonly TimelineItem[], held: readonly TimelineItem[] | undefined): number {
  const known = useMemo(() => held && new Set(held.filter(isMade).map(({ key }) => key)), [held])
  return useMemo(
    () => (known === undefined ? 0 : items.reduce((sum, { key }) => (known.has(key) ? sum : sum + 1), 0)),
    [items, known],
  )
}

const isHeld = (item: TimelineItem) => item.lane === 'exchange' && item.value.unanswered === 'now'

/** A list that holds still tells all the same what has become of answers that were held back. Pure. */
function asTheyAre(items: readonly TimelineItem[], now: readonly TimelineItem[]): readonly TimelineItem[] {
  const held = new Set(items.filter(isHeld).map(({ key }) => key))
  if (held.size === 0) return items
  const known = new Map(now.flatMap(item => (held.has(item.key) ? [[item.key, item] as const] : [])))
  return items.map(item => known.get(item.key) ?? item)
}

/** What the screen shows, newest first; while paused, what it showed when it was paused. */
export function useLiveItems({
  hidden,
  answers,
  tenant,
  own,
  open,
  paused,
  pausedSince,
  reading,
  unfoldedRows,
  range,
  wanted,
}: Choice): {
  items: readonly TimelineItem[]
  /** The same, also what is not shown. */
  everything: readonly TimelineItem[]
  /** Those of the list: while somebody reads it, what it showed when they began. */
  listed: readonly TimelineItem[]
  /** The same as rows: equal neighbours are one. */
  runs: Runs
  counts: Record<Lane, number>
  /** The same of the answers of requests. */
  answerCounts: Record<Answer, number>
  /** How many are listed of how many that would be without a range. */
  listing: { count: number; all: number }
  /** When it was paused, in emulated milliseconds; `undefined` while it is not. */
  pausedAt: number | undefined
  /** Where it stands then. */
  standing: Paused | undefined
  /** The same as the address is to have it. */
  pausedText: string | undefined
  /** How many have come since it was paused. */
  newer: number
  /** How many of those that are shown are not in the list, as it holds still. */
  unlisted: number
  /** Lets the list show what is there by now, and hold that. */
  listAgain: () => void
  /** The reading of what happened before. */
  history: ReturnType<typeof useTimelineHistory>
  /** Whether what happened before is among the items. */
  hasPast: boolean
  /** How many requests of Ringback itself there are, but for one that is open. */
  own: number
  /** Of which time not all of a lane is here: the rest is on their own screen only. */
  unknown: Unknown
  /** The lanes of which some is not among the items of the range. */
  cut: ReadonlySet<Lane>
  /** What was read of an earlier time. */
  earlier: Earlier | undefined
} {
  const history = useTimelineHistory()
  const now = useTimelineItems()
  const hasPast = useHasPast(history, now)
  const timeline = useTimeline()
  const { held: pause } = useHold(now, paused && hasPast, {
    isEmptyKnown: !history.isFetching,
    takesLate: true,
    since: pausedSince,
  })
  const kept = useMemo(() => (pause === undefined ? now : asStood(pause.items, pause)), [pause, now])
  // A page that is loaded paused, with something open, holds what it shows only once the pause is held.
  const { held: still, again } = useHold(kept, reading && hasPast && (!paused || pause !== undefined))
  // What was before is read for the view alone, also while the rest is held.
  const earlier = useEarlier(wanted)
  const all = useMemo(() => withEarlier(kept, earlier), [kept, earlier])
  const { wholeSince } = timeline
  const told = useToldLater(pause !== undefined)
  const standing = useMemo((): Paused | undefined => {
    if (pause === undefined) return undefined
    const { at, nth, isLater, beginnings } = pause
    return { at, nth, isLater, moment: `${beginnings} ${at}_${nth}`, now, wholeSince, told }
  }, [pause, now, wholeSince, told])
  const unknown = useMemo(() => unknownOf(wholeSince, earlier), [wholeSince, earlier])
  const cut = useMemo(
    () =>
      new Set(
        [...unknown].flatMap(([lane, stretches]) => (range === undefined || isUnknownIn(stretches, range) ? lane : [])),
      ),
    [unknown, range],
  )

  // What a client has sent needs no exception, and thousands are not gone through anew for it.
  const openedOwn = useMemo(
    () =>
      open !== undefined &&
      all.some(item => item.lane === 'exchange' && item.value.request_id === open && item.value.origin !== 'client')
        ? open
        : undefined,
    [all, open],
  )

  const chosen = useMemo(() => {
    const isOfTenant = (item: TimelineItem) => tenant === '' || isOfAll(item) || tenantOf(item) === tenant
    const isOwn = (item: TimelineItem) =>
      item.lane === 'exchange' && item.value.origin !== 'client' && (own || item.value.request_id !== openedOwn)
    return {
      isOwn: (item: TimelineItem) => isOwn(item) && isOfTenant(item),
      isOfTenant: (item: TimelineItem) => isOfTenant(item) && (own || !isOwn(item)),
      isShown: (item: TimelineItem) =>
        !hidden.has(item.lane) && (item.lane !== 'exchange' || answers.size === 0 || answers.has(item.answer)),
      isInRange: ({ at }: TimelineItem) => range === undefined || (at >= range.from && at <= range.to),
    }
  }, [hidden, answers, tenant, own, openedOwn, range])
  // All of it is gone through with every refresh of a flood: once.
  const shown = useMemo(() => {
    const counts: Record<Lane, number> = {
      exchange: 0,
      call: 0,
      event: 0,
      delivery: 0,
      ledger: 0,
      control: 0,
      clock: 0,
    }
    const answerCounts: Record<Answer, number> = { ok: 0, open: 0, client: 0, limited: 0, lost: 0, failed: 0 }
    const listing = { count: 0, all: 0 }
    let ownSent = 0
    const items = all.filter(item => {
      if (chosen.isOwn(item)) ownSent++
      if (!chosen.isOfTenant(item)) return false
      const isShown = chosen.isShown(item)
      if (isMade(item)) {
        const isListed = chosen.isInRange(item)
        if (isShown) listing.all++
        if (isShown && isListed) listing.count++
        if (isListed) counts[item.lane]++
        if (isListed && item.lane === 'exchange') answerCounts[item.answer]++
      }
      return isShown
    })
    return { items, counts, answerCounts, listing, own: ownSent }
  }, [all, chosen])
  const stood = useMemo(() => still && asTheyAre(withEarlier(still.items, earlier), all), [still, earlier, all])
  const listed = useMemo(() => {
    const items = stood?.filter(item => chosen.isOfTenant(item) && chosen.isShown(item)) ?? shown.items
    const isListed = (item: TimelineItem) => isMade(item) && chosen.isInRange(item)
    return items.every(isListed) ? items : items.filter(isListed)
  }, [stood, shown, chosen])
  const hold = still ?? pause
  const forgotten = hold === undefined ? timeline.forgotten : hold.forgotten
  // What was forgotten was before all that is listed then.
  const isCutOff = range !== undefined || earlier !== undefined
  const runs = useMemo(
    () => new Runs(listed, isCutOff ? undefined : forgotten, unfoldedRows),
    [listed, isCutOff, forgotten, unfoldedRows],
  )
  const ofNow = useMemo(
    () => (pause === undefined ? NOTHING : now.filter(item => chosen.isOfTenant(item) && isMade(item))),
    [pause, now, chosen],
  )
  const newer = useNewer(ofNow, pause?.items)
  const inRange = useMemo(
    () => (still === undefined ? NOTHING : shown.items.filter(item => isMade(item) && chosen.isInRange(item))),
    [still, shown, chosen],
  )
  const unlisted = useNewer(inRange, stood)
  return {
    ...shown,
    everything: all,
    listed,
    runs,
    pausedAt: pause?.at,
    standing,
    pausedText: pause && pauseText(pause),
    newer,
    unlisted,
    listAgain: again,
    history,
    hasPast,
    unknown,
    cut,
    earlier,
  }
}
const NOTHING: readonly TimelineItem[] = []

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import type { ClockView } from '../../server/control/protocol/clock.ts'
import type { StreamTopic } from '../../server/control/protocol/stream.ts'
import { attemptReader } from './attempts.ts'
import { browserStream } from './browser-stream.ts'
import { control, readAfter, worldPath } from './client.ts'
import { WorldClock } from './clock.ts'
import { type Area, keys, limitsKey, STALE_AFTER } from './keys.ts'
import { Refresher, refreshGap } from './refresher.ts'
import type { Batch, Connection, WorldStream } from './stream.ts'
import { wallClock, type Zone } from './time-text.ts'
import { itemOf, Timeline } from './timeline.ts'

interface WorldHandle {
  world: string
  stream: WorldStream
  clock: WorldClock
  timeline: Timeline
}

const WorldContext = createContext<WorldHandle | undefined>(undefined)

function useWorldHandle(): WorldHandle {
  const handle = useContext(WorldContext)
  if (!handle) throw new Error('This component needs a world: render it inside <WorldProvider>.')
  return handle
}

/** One refresher for each area, so that a slow answer of one does not hold up another. */
function areaRefreshers(queryClient: QueryClient, world: string): { changed: (area: Area) => void; stop: () => void } {
  const refreshers = new Map<Area, Refresher>()
  const of = (area: Area) => {
    const refresh = () => queryClient.invalidateQueries({ queryKey: keys.area(world, area) })
    const refresher = refreshers.get(area) ?? new Refresher({ refresh, wait: refreshGap })
    refreshers.set(area, refresher)
    return refresher
  }
  return {
    changed: area => of(area).changed(),
    stop: () => {
      for (const refresher of refreshers.values()) refresher.stop()
    },
  }
}

/** Changes of a world after which nothing that was known of it holds any more. */
const STARTED_OVER: ReadonlySet<string> = new Set(['reset', 'restored'])

/** Notes what happens while the page is open, whichever screen it shows. */
function useTimelineFromStream({ world, stream, timeline }: WorldHandle): void {
  useEffect(() => {
    const hear = attemptReader(world, timeline)
    const subscriptions = [
      stream.on('exchange', ({ messages, skipped }) => {
        const items = messages.map(itemOf.exchange)
        if (skipped > 0 && items[0] !== undefined) timeline.missedBefore('exchange', items[0].at)
        timeline.add(items)
      }),
      stream.on('call', ({ messages }) => timeline.add(messages.flatMap(itemOf.call))),
      stream.on('event', ({ messages }) => timeline.add(messages.map(itemOf.event))),
      stream.on('delivery', ({ messages }) => {
        timeline.add(messages.map(itemOf.delivery))
        hear(messages)
      }),
      stream.on('ledger', ({ messages }) => timeline.add(messages.map(itemOf.ledger))),
      stream.on('action', ({ messages }) => timeline.add(messages.map(itemOf.action))),
      stream.on('world', ({ messages }) => {
        if (messages.some(({ change }) => STARTED_OVER.has(change))) timeline.clear()
      }),
    ]
    return () => {
      for (const unsubscribe of subscriptions) unsubscribe()
    }
  }, [world, stream, timeline])
}

/** Keeps the query cache and the clock of a world up to date from its stream. */
function useCacheFromStream({ world, stream, clock }: WorldHandle): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const { changed, stop } = areaRefreshers(queryClient, world)
    const subscriptions = (Object.keys(STALE_AFTER) as StreamTopic[]).map(topic =>
      stream.on(topic, () => {
        // After all that came in the same frame: what is older there calls off no reading that begins here.
        queueMicrotask(() => {
          for (const area of STALE_AFTER[topic]) changed(area)
        })
      }),
    )
    // The stream tells of each move of the clock, so an answer that was asked for before the newest message is older than that.
    let newest = 0
    const readClock = async () => {
      newest += 1
      const own = newest
      const view = await control<ClockView>('GET', worldPath(world, 'clock'))
      if (own === newest) clock.set(view)
    }
    // What happened while the stream was away is not known: everything on the page is read again.
    let { epoch } = stream.connection
    const readAgain = () => {
      readClock().catch(() => {})
      void queryClient.invalidateQueries()
    }
    subscriptions.push(
      stream.on('clock', ({ messages }) => {
        const view = messages.at(-1)
        if (!view) return
        newest += 1
        clock.set(view)
      }),
      stream.on('limits', ({ messages }) => {
        for (const { tenant, limits } of messages) {
          const queryKey = limitsKey(world, tenant)
          // What was asked for before is older, and would come last. To look for it goes through the whole cache, and a flood comes by here with every frame.
          if (queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching')
            void queryClient.cancelQueries({ queryKey, exact: true })
          queryClient.setQueryData(queryKey, limits)
        }
      }),
      // A world that starts anew has another clock, whose first reading nobody sends.
      stream.on('world', ({ messages }) => {
        void queryClient.invalidateQueries({ queryKey: keys.health })
        if (messages.some(({ change }) => STARTED_OVER.has(change))) queueMicrotask(() => readClock().catch(() => {}))
      }),
      stream.onConnection(() => {
        if (stream.connection.epoch === epoch) return
        epoch = stream.connection.epoch
        readAgain()
      }),
    )
    readClock().catch(() => {})
    return () => {
      stop()
      for (const unsubscribe of subscriptions) unsubscribe()
    }
  }, [queryClient, world, stream, clock])
}

/** Connects before anything is read: the effects of what is inside, which read, come after this one. */
function useConnected({ stream }: WorldHandle): void {
  const queryClient = useQueryClient()
  useLayoutEffect(() => {
    const disconnect = stream.start()
    readAfter(stream.opening)
    // What is left of an earlier visit has not been kept up to date since.
    void queryClient.invalidateQueries({ refetchType: 'none' })
    return disconnect
  }, [queryClient, stream])
}

/** Everything below it belongs to one world: its stream, its clock, its part of the cache. Key it by the world's id. */
export function WorldProvider({ world, children }: { world: string; children: ReactNode }) {
  const handle = useMemo(
    () => ({ world, stream: browserStream(world), clock: new WorldClock(), timeline: new Timeline() }),
    [world],
  )
  useConnected(handle)
  useTimelineFromStream(handle)
  useCacheFromStream(handle)
  return <WorldContext value={handle}>{children}</WorldContext>
}

export const useWorldId = (): string => useWorldHandle().world
export const useTimeline = (): Timeline => useWorldHandle().timeline
export const useWorldClock = (): WorldClock => useWorldHandle().clock

export function useConnection(): Connection {
  const { stream } = useWorldHandle()
  return useSyncExternalStore(stream.onConnection, () => stream.connection)
}

/** Calls `listener` with each batch of a topic: once a frame at most. The newest `listener` is used. */
function useStream<Topic extends StreamTopic>(topic: Topic, listener: (batch: Batch<Topic>) => void): void {
  const { stream } = useWorldHandle()
  const latest = useEffectEvent(listener)
  useEffect(() => stream.on(topic, batch => latest(batch)), [stream, topic])
}

/** Calls `listener` when anything of these topics happens: once a frame and topic at most. */
export function useChanges(topics: readonly StreamTopic[], listener: (topic: StreamTopic) => void): void {
  const { stream } = useWorldHandle()
  const latest = useEffectEvent(listener)
  const watched = topics.join(' ')
  useEffect(() => {
    const subscriptions = (watched.split(' ') as StreamTopic[]).map(topic => stream.on(topic, () => latest(topic)))
    return () => {
      for (const unsubscribe of subscriptions) unsubscribe()
    }
  }, [stream, watched])
}

/** Calls `listener` when the world starts anew: it was reset, or restored from a snapshot. */
export function useStartedOver(listener: () => void): void {
  useStream('world', ({ messages }) => {
    if (messages.some(({ change }) => STARTED_OVER.has(change))) listener()
  })
}

/** The emulated instant in milliseconds, cut to `step`; the component renders again when it changes. */
export function useEmulatedNow(step = 1_000): number | undefined {
  const { clock } = useWorldHandle()
  return useSyncExternalStore(clock.subscribe, () => {
    const now = clock.shown
    return now === undefined ? undefined : Math.floor(now / step) * step
  })
}

/** Emulated milliseconds until an instant, in whole seconds while time moves; the component renders again when they change. */
export function useTimeLeft(target: number): number | undefined {
  const { clock } = useWorldHandle()
  return useSyncExternalStore(clock.subscribe, () => clock.left(target))
}

/** Emulated milliseconds since an instant, exact while time stands, else in whole seconds; the component renders again when they change. */
export function useTimeSince(from: number | undefined): number | undefined {
  const { clock } = useWorldHandle()
  return useSyncExternalStore(clock.subscribe, () => (from === undefined ? undefined : clock.since(from)))
}

/**
 * Emulated milliseconds until many instants, for what is drawn as a whole: the component renders again when that of the first of them changes, and those of the
 * others are as they are then.
 */
export function useTimesLeft(first: number | undefined): (target: number) => number | undefined {
  const { clock } = useWorldHandle()
  const changed = useSyncExternalStore(clock.subscribe, () => (first === undefined ? undefined : clock.left(first)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function says that the times are others
  return useCallback(target => clock.left(target), [clock, changed])
}

/** The day of the emulated clock, `2026-03-10`; the component renders again when another begins. */
export function useEmulatedDay(zone: Zone): string | undefined {
  const { clock } = useWorldHandle()
  return useSyncExternalStore(clock.subscribe, () => {
    const now = clock.shown
    return now === undefined ? undefined : wallClock(now, zone).date
  })
}

/** Whether the clock has been read at all. */
export function useIsClockKnown(): boolean {
  const { clock } = useWorldHandle()
  return useSyncExternalStore(clock.subscribe, () => clock.view !== undefined)
}

/** The last reading of the clock: pace and next job; it changes when the server says so, not every second. */
export function useClockView(): ClockView | undefined {
  const { clock } = useWorldHandle()
  return useSyncExternalStore(clock.subscribe, () => clock.view)
}

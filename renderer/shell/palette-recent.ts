import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CallView } from '../../server/control/protocol/calls.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { control, worldPath } from '../data/client.ts'
import { keys } from '../data/keys.ts'
import { useStartedOver, useWorldId } from '../data/world.tsx'
import { isScreenId, WELCOME } from '../routing/screens.ts'
import { usePlace } from '../routing/use-place.ts'
import { type Found, ofCall, ofDelivery, ofRequest } from './palette-found.ts'

/** More than are shown: some may be gone by then, or be where one is. */
const KEPT = 8

/** Of this tab alone, and gone with it. An entry is the id of an action: which thing it was, and nothing of what that holds. */
const keptAt = (world: string) => `ringback.recent.${world}`

/** Ids of actions of the palette, the last one first. */
export function recentIn(world: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keptAt(world)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** What only means something where it was asked for, or with what was typed. */
const PASSING = /^(?:by|pace|status)$|^(?:key|event|place|customer) /

/** @param insteadOf what was only passed on the way to it */
export function noteRecent(world: string, id: string, insteadOf?: string): void {
  if (PASSING.test(id)) return
  const others = recentIn(world).filter(other => other !== id && other !== insteadOf)
  sessionStorage.setItem(keptAt(world), JSON.stringify([id, ...others].slice(0, KEPT)))
}

/** How the action that leads to a place is known: to the open thing or the tenant where there is one, else to the screen. */
export function actionOf(segments: readonly string[]): string | undefined {
  const [screen, second, third] = segments
  if (screen === 'requests' && second !== undefined) return `request ${second}`
  if (screen === 'calls' && second?.startsWith('call_')) return `call ${second}`
  if (screen === 'webhooks' && second === 'deliveries' && third !== undefined) return `delivery ${third}`
  if (screen === 'tenants' && second !== undefined && second !== 'keys') return `tenant ${second}`
  if (screen === 'limits' && second !== undefined && !second.startsWith('~')) return `limits ${second}`
  if (screen === 'data' && second !== undefined) return `data ${second}`
  return isScreenId(screen) || screen === WELCOME ? `go ${screen}` : undefined
}

const LEADS = /^(?:go|request|call|delivery|tenant|limits|requests|data) /
const DOES = /^call (?!call_)/
/** Whether it only goes somewhere: `call call_…` does, and `call pro` places one. */
export const isPlace = (id: string): boolean => LEADS.test(id) && !DOES.test(id)

/** Notes where one is, until the world starts anew: what was there is gone then. */
export function useNotedVisits(): void {
  const world = useWorldId()
  const { segments } = usePlace()
  const id = actionOf(segments)
  const last = useRef<string>(undefined)
  const isReplaced = useRef(false)
  useStartedOver(() => sessionStorage.removeItem(keptAt(world)))
  useEffect(() => {
    const moved = ({ type }: Event) => {
      isReplaced.current = type === 'replaceState'
    }
    const moves = ['pushState', 'replaceState', 'popstate']
    for (const move of moves) window.addEventListener(move, moved)
    return () => {
      for (const move of moves) window.removeEventListener(move, moved)
    }
  }, [])
  useEffect(() => {
    const before = last.current
    last.current = id
    if (id === undefined) return
    // Who goes along a list with j and k wants the row at which they stop.
    const isNextOfList = isReplaced.current && before?.split(' ')[0] === id.split(' ')[0]
    noteRecent(world, id, isNextOfList ? before : undefined)
  }, [world, id])
}

const THING = /^(?<noun>request|call|delivery) (?<id>\S+)$/

/** The requests, calls and deliveries among some actions, as the world has them now: `undefined` until it is known which are still there. */
export function useThings(actions: readonly string[], isAsked: boolean): readonly Found[] | undefined {
  const world = useWorldId()
  const wanted = actions.flatMap(action => {
    const { noun, id } = THING.exec(action)?.groups ?? {}
    return noun === undefined || id === undefined || DOES.test(action) ? [] : [{ noun, id }]
  })
  const { data, isFetchedAfterMount } = useQuery({
    // Of no area: a busy world would have it read again and again.
    queryKey: [...keys.world(world), 'recent', wanted],
    enabled: isAsked && wanted.length > 0,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Found[]> => {
      const one = async <Row>(area: 'requests' | 'calls' | 'deliveries', id: string) =>
        (await control<Page<Row>>('GET', worldPath(world, area), { query: { q: id, limit: 1 }, signal })).data
      const found = await Promise.all(
        wanted.map(async ({ noun, id }) => {
          if (noun === 'request') return (await one<ExchangeView>('requests', id)).map(ofRequest)
          if (noun === 'call') return (await one<CallView>('calls', id)).map(ofCall)
          return (await one<DeliveryView>('deliveries', id)).map(ofDelivery)
        }),
      )
      return found.flat().filter(({ id }) => wanted.some(thing => thing.id === id))
    },
  })
  if (wanted.length === 0) return []
  return isFetchedAfterMount ? data : undefined
}

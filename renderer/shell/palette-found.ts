import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import type { CallView } from '../../server/control/protocol/calls.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { answeredText } from '../components/answered-text.ts'
import { deliveryText } from '../components/status-badge.tsx'
import { control, type Query, worldPath } from '../data/client.ts'
import { idText } from '../data/id-text.ts'
import { keys } from '../data/keys.ts'
import { wallClock } from '../data/time-text.ts'
import { useWorldId } from '../data/world.tsx'
import { type Noun, placeOfNoun } from '../routing/nouns.ts'
import { idOfNumber, nounOfWhole, PHONE_NUMBER } from './palette-ids.ts'

/** For so long nothing was typed before the server is asked. */
export const SETTLED_MS = 150
const MOST = 6

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Worth a search on the server: an id, also one of a customer’s own such as `w1`, has a digit or a mark in it. */
const LOOKS_LIKE_ID = /^(?=.*[\d_-])[\w.+-]{2,}$/
const STATUS = /^[1-5]\d\d$/

export interface Found {
  noun: Noun
  id: string
  text: string
  place: readonly (string | number)[]
}

const found = (noun: Noun, id: string, text = ''): Found => ({ noun, id, text, place: placeOfNoun(noun, id) })

export const ofRequest = ({ request_id, seq, method, path, ...answer }: ExchangeView): Found =>
  found('request', request_id, `#${seq} ${method} ${path} · ${answeredText(i18next.t, answer)}`)
export const ofCall = ({ call_id, external_id, phone_number, status, initiated_at }: CallView): Found => {
  const { date, time } = wallClock(Date.parse(initiated_at), 'tokyo')
  const name = external_id === null ? phone_number : idText(external_id)
  return found('call', call_id, [name, i18next.t(`call_status.${status}`), `${date} ${time}`].join(' · '))
}
export function ofDelivery(delivery: DeliveryView): Found {
  const { delivery_id, event, external_id } = delivery
  const stands = deliveryText(i18next.t, delivery)
  return found('delivery', delivery_id, [event, external_id && idText(external_id), stands].filter(Boolean).join(' · '))
}

interface WhatWasFound {
  /** What was typed is the id or the number of these, or is in their id. */
  things: readonly Found[]
  /** These only tell of it, in their path or their body for one. */
  mentions: readonly Found[]
  status?: string
  /** Typing rests, and the server has said what it has. */
  isSettled: boolean
}

interface Answer {
  things: readonly Found[]
  mentions: readonly Found[]
  /** Of `#46` and of `46`, the request that has the number. */
  numbered: readonly Found[]
  /** What was typed is the status of an answer in the journal. */
  isStatus: boolean
}
const NOTHING: Answer = { things: [], mentions: [], numbered: [], isStatus: false }

/** The things that an id, a part of one, or a number such as `#46` or `46` belongs to, and the status that it is. */
export function useFound(typed: string): WhatWasFound {
  const world = useWorldId()
  const [query] = useDebouncedValue(typed.trim(), SETTLED_MS)
  const start = idOfNumber(query)
  const isText = LOOKS_LIKE_ID.test(query) || PHONE_NUMBER.test(query)
  // Nothing is asked, and Enter goes nowhere, for the text of before.
  const isAsked = query === typed.trim() && (start !== undefined || isText)
  const { data = NOTHING, isFetching } = useQuery({
    queryKey: keys.area(world, 'requests', 'found', query),
    enabled: isAsked,
    // A call that was placed since makes no request stale.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Answer> => {
      const list = async <Row>(area: 'requests' | 'calls' | 'deliveries', asked: Query): Promise<Row[]> =>
        (await control<Page<Row>>('GET', worldPath(world, area), { query: { limit: MOST, ...asked }, signal })).data
      const [ofNumber, requests, calls, deliveries, answered] = await Promise.all([
        start === undefined ? [] : list<ExchangeView>('requests', { q: start }),
        isText ? list<ExchangeView>('requests', { q: query }) : [],
        isText ? list<CallView>('calls', { q: query }) : [],
        isText ? list<DeliveryView>('deliveries', { q: query }) : [],
        STATUS.test(query) ? list<ExchangeView>('requests', { status: query, limit: 1 }) : [],
      ])
      // A call has it as its number; requests only name it on their path.
      const isPhoneNumber = PHONE_NUMBER.test(query)
      // Who types a whole id means that call.
      const isMeant = ({ call_id, external_id }: CallView) => call_id === query || external_id === query
      const isNumbered = ({ request_id }: ExchangeView) => start !== undefined && request_id.startsWith(start)
      const hasItsId = ({ id }: Found) => id.includes(query)
      const others = [
        ...requests.filter(request => !isNumbered(request)).map(ofRequest),
        ...calls.filter(call => !isMeant(call) && !isPhoneNumber).map(ofCall),
        ...deliveries.map(ofDelivery),
      ]
      const mentions = others.filter(thing => !hasItsId(thing))
      // What has it in its own name comes before what has it somewhere else.
      const isNamed = ({ text }: Found) => text.includes(query)
      return {
        things: [...calls.filter(call => isMeant(call) || isPhoneNumber).map(ofCall), ...others.filter(hasItsId)],
        mentions: [...mentions.filter(isNamed), ...mentions.filter(thing => !isNamed(thing))],
        numbered: ofNumber.filter(isNumbered).map(ofRequest),
        isStatus: answered.length > 0,
      }
    },
  })
  if (!isAsked) return { things: [], mentions: [], isSettled: query === typed.trim() }
  const things = [...data.numbered, ...data.things]
  const named = nounOfWhole(query)
  const isOther = (candidate: Found) => things.every(({ noun, id }) => noun !== candidate.noun || id !== candidate.id)
  // Neither a delivery nor an event is listed by its id: the screen tells when there is none.
  const unseen = [
    ...(named === undefined ? [] : [found(named, query)]),
    ...(UUID.test(query) && things.length + data.mentions.length === 0 ? [found('delivery', query)] : []),
  ]
  return {
    things: [...things, ...unseen.filter(isOther)],
    mentions: data.mentions,
    isSettled: !isFetching,
    ...(data.isStatus ? { status: query } : {}),
  }
}

import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { CallView } from '../../server/control/protocol/calls.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { control, worldPath } from '../data/client.ts'
import { keys } from '../data/keys.ts'
import { useWorldId } from '../data/world.tsx'
import { type Noun, placeOfNoun } from '../routing/nouns.ts'

const SETTLED_MS = 150
const MOST = 6

/** The first group of a request id is its number, in hexadecimal. */
const idOfNumber = (text: string) => {
  const number = /^#(\d{1,9})$/.exec(text)?.[1]
  return number === undefined ? undefined : `${Number(number).toString(16).padStart(8, '0')}-`
}

/** What begins with one of these can only be one thing. */
const PREFIXES: Record<string, Noun> = { evt_: 'event', call_: 'call', key_: 'key' }
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Worth a search on the server: an id, also one of a customer’s own such as `w1`, has a digit or a mark in it. */
const LOOKS_LIKE_ID = /^(?=.*[\d_-])[\w.+-]{2,}$/

export interface Found {
  noun: Noun
  id: string
  text: string
  place: readonly (string | number)[]
}

const found = (noun: Noun, id: string, text = ''): Found => ({ noun, id, text, place: placeOfNoun(noun, id) })

/** The things that an id, a part of one, or a number such as `#46` belongs to. */
export function useFound(typed: string): readonly Found[] {
  const world = useWorldId()
  const [query] = useDebouncedValue(typed.trim(), SETTLED_MS)
  const numbered = idOfNumber(query)
  const wanted = numbered ?? query
  // Nothing is asked, and Enter goes nowhere, for the text of before.
  const isAsked = query === typed.trim() && (numbered !== undefined || LOOKS_LIKE_ID.test(query))
  const { data = [] } = useQuery({
    queryKey: keys.area(world, 'requests', 'found', wanted),
    enabled: isAsked,
    // A call that was placed since makes no request stale.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Found[]> => {
      const ask = { query: { q: wanted, limit: MOST }, signal }
      const [requests, calls, deliveries] = await Promise.all([
        control<Page<ExchangeView>>('GET', worldPath(world, 'requests'), ask),
        numbered === undefined ? control<Page<CallView>>('GET', worldPath(world, 'calls'), ask) : { data: [] },
        numbered === undefined ? control<Page<DeliveryView>>('GET', worldPath(world, 'deliveries'), ask) : { data: [] },
      ])
      const met = requests.data.filter(({ request_id }) => numbered === undefined || request_id.startsWith(numbered))
      const ofCall = (call: CallView) =>
        found('call', call.call_id, [call.external_id, call.status].filter(Boolean).join(' · '))
      // Who types a whole id means that call.
      const isMeant = ({ call_id, external_id }: CallView) => call_id === wanted || external_id === wanted
      const answer = [
        ...calls.data.filter(isMeant).map(ofCall),
        ...met.map(({ request_id, seq, method, path, status }) =>
          found('request', request_id, `#${seq} ${method} ${path} · ${status}`),
        ),
        ...calls.data.filter(call => !isMeant(call)).map(ofCall),
        ...deliveries.data.map(({ delivery_id, event, external_id, status }) =>
          found('delivery', delivery_id, [event, external_id, status].filter(Boolean).join(' · ')),
        ),
      ]
      // What has it in its own name comes before what only tells of it.
      const isOwn = ({ id, text }: Found) => `${id} ${text}`.includes(wanted)
      return [...answer.filter(isOwn), ...answer.filter(thing => !isOwn(thing))]
    },
  })
  if (!isAsked) return []
  const prefix = Object.keys(PREFIXES).find(start => query.startsWith(start))
  const named = prefix === undefined ? undefined : PREFIXES[prefix]
  const isOther = (candidate: Found) => data.every(({ noun, id }) => noun !== candidate.noun || id !== candidate.id)
  // Neither a delivery nor an event is listed by its id: the screen tells when there is none.
  const unseen = [
    ...(named === undefined ? [] : [found(named, query)]),
    ...(UUID.test(query) && data.length === 0 ? [found('delivery', query)] : []),
  ]
  return [...data, ...unseen.filter(isOther)]
}

import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Page } from '../../server/control/protocol/common.ts'
import type { CustomerView } from '../../server/control/protocol/worlds.ts'
import { control, worldPath } from '../data/client.ts'
import { keys } from '../data/keys.ts'
import { useWorldId } from '../data/world.tsx'
import { SETTLED_MS } from './palette-found.ts'

const MOST = 8
/** One letter is in too many names; one of these characters is half a surname. */
const WORTH_ASKING = /\p{Script=Han}|../u

const unspaced = (text: string) => text.replaceAll(' ', '')

/** Other words that find a customer: the whole external id is as good as its name, and the space of a Japanese name is often left out. */
export const wordsOfCustomer = ({ name, phonetic, external_id }: CustomerView): string[] =>
  [external_id, phonetic, ...[name, phonetic].map(text => text && unspaced(text))].flatMap(text => text || [])

interface FoundCustomers {
  customers: readonly CustomerView[]
  /** Typing rests, and the server has said whom it has. */
  isSettled: boolean
}

/** The customers of all tenants that have what was typed in their name, its reading or their external id, the newest first. */
export function useFoundCustomers(typed: string): FoundCustomers {
  const world = useWorldId()
  const [query] = useDebouncedValue(typed, SETTLED_MS)
  const isAsked = query === typed && WORTH_ASKING.test(query)
  const { data, isFetching } = useQuery({
    queryKey: keys.area(world, 'stored', 'customers', query),
    enabled: isAsked,
    staleTime: 0,
    queryFn: ({ signal }) =>
      control<Page<CustomerView>>('GET', worldPath(world, 'customers'), { query: { q: query, limit: MOST }, signal }),
  })
  if (!isAsked) return { customers: [], isSettled: query === typed }
  return { customers: data?.data ?? [], isSettled: !isFetching }
}

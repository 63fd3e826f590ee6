import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Page } from '../../server/control/protocol/common.ts'
import type { FacetsView } from '../../server/control/protocol/journal.ts'
import type { CustomerView } from '../../server/control/protocol/worlds.ts'
import { control, type Query, worldPath } from '../data/client.ts'
import { keys } from '../data/keys.ts'
import { useWorldId } from '../data/world.tsx'
import { SETTLED_MS } from './palette-found.ts'
import { PHONE_NUMBER } from './palette-ids.ts'

const MOST = 8
/** One letter is in too many names; one of these characters is half a surname. */
const WORTH_ASKING = /\p{Script=Han}|../u

/** The id of a customer that was typed, alone or as the palette prints it: with `noun`, the word for one, before it. */
export function idOfCustomer(typed: string, noun: string): string | undefined {
  const [id] = /[1-9]\d{0,8}$/.exec(typed) ?? []
  const before = id && typed.slice(0, -id.length).trim().toLowerCase()
  return before === '' || before === noun.toLowerCase() ? id : undefined
}

/** Readings are kept in katakana; who types one may leave it in hiragana. */
const inHiragana = (text: string) =>
  text.replace(/[ァ-ヶ]/g, sign => String.fromCharCode(sign.charCodeAt(0) - ('ァ'.charCodeAt(0) - 'ぁ'.charCodeAt(0))))

const unspaced = (text: string) => text.replaceAll(' ', '')

/** Other words that find a customer: the whole external id is as good as its name, and the space of a Japanese name is often left out. */
export const wordsOfCustomer = ({ name, phonetic, external_id }: CustomerView): string[] =>
  [
    external_id,
    phonetic,
    phonetic && inHiragana(phonetic),
    ...[name, phonetic].map(text => text && unspaced(text)),
    phonetic && inHiragana(unspaced(phonetic)),
  ].flatMap(text => text || [])

/** What was typed without what every row of the tenant says, wherever it stands: `crm-000002 pro` and `customer crm-000002` are a row as much as a text. */
export function withoutWordsOfRow(
  typed: string,
  { tenants, noun }: { tenants: readonly string[]; noun: string },
): { rest: string; tenant: string | undefined } {
  const words = typed.split(/\s+/)
  const said = words.length === 1 ? words : words.filter(word => word.toLowerCase() !== noun.toLowerCase())
  const tenant = said.length === 1 ? undefined : said.find(word => tenants.includes(word.toLowerCase()))
  return { rest: said.filter(word => word !== tenant).join(' '), tenant: tenant?.toLowerCase() }
}

/** Of a search of which more is stored than is shown: how many in all, and in each tenant. */
export interface MoreCustomers {
  q: string
  total: number
  tenants: readonly { tenant: string; count: number }[]
}

interface Answer {
  customers: readonly CustomerView[]
  more: MoreCustomers | undefined
}
const NOBODY: Answer = { customers: [], more: undefined }

interface FoundCustomers extends Answer {
  /** Typing rests, and the server has said whom it has. */
  isSettled: boolean
}

/** The customers of all tenants that have what was typed in their name, its reading or their external id, the newest first, after the one whose own id it is. */
export function useFoundCustomers(typed: string, tenants: readonly string[]): FoundCustomers {
  const { t } = useTranslation()
  const world = useWorldId()
  const [query] = useDebouncedValue(typed, SETTLED_MS)
  const noun = t('data.customer')
  const { rest, tenant } = withoutWordsOfRow(query, { tenants, noun })
  const id = idOfCustomer(rest, noun)
  const isText = WORTH_ASKING.test(query)
  const isAsked = query === typed && (id !== undefined || isText)
  const { data, isFetching } = useQuery({
    queryKey: keys.area(world, 'stored', 'customers', query),
    enabled: isAsked,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Answer> => {
      const list = async (asked: Query) =>
        (await control<Page<CustomerView>>('GET', worldPath(world, 'customers'), { query: asked, signal })).data
      const [own, ofNumber, others, asRow] = await Promise.all([
        id === undefined ? [] : list({ customer_id: id }),
        PHONE_NUMBER.test(query) ? list({ phone_number: query, limit: MOST }) : [],
        isText ? list({ q: query, limit: MOST }) : [],
        rest !== query && WORTH_ASKING.test(rest) ? list({ q: rest, tenant, limit: MOST }) : [],
      ])
      const found = [...own, ...ofNumber, ...others, ...asRow]
      const customers = [...new Map(found.map(customer => [customer.customer_id, customer])).values()]
      // Only a list that is full may have left some out.
      const asked: Query | undefined =
        others.length === MOST ? { q: query } : asRow.length === MOST ? { q: rest, tenant } : undefined
      if (asked === undefined) return { customers, more: undefined }
      const { total, facets } = await control<FacetsView>('GET', worldPath(world, 'facets', 'customers'), {
        query: asked,
        signal,
      })
      const tenants = (facets.tenant ?? []).flatMap(({ value, count }) =>
        value === null || (asked.tenant !== undefined && value !== asked.tenant) ? [] : [{ tenant: value, count }],
      )
      return { customers, more: total > customers.length ? { q: String(asked.q), total, tenants } : undefined }
    },
  })
  if (!isAsked) return { ...NOBODY, isSettled: query === typed }
  return { ...(data ?? NOBODY), isSettled: !isFetching }
}

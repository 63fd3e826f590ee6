import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '../../server/control/protocol/common.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { control, worldPath } from '../data/client.ts'
import { keys } from '../data/keys.ts'
import { useWorldId } from '../data/world.tsx'
import { Failed } from './error-boundary.tsx'
import { Loading } from './loading.tsx'
import { MissingSaid } from './missing.tsx'

/** A number as somebody types it into the address; an id is longer. */
export const isNumberOfRequest = (id: string): boolean => /^[1-9]\d{0,9}$/.test(id)

interface Looked {
  request_id: string | undefined
  /** The number of the newest one; `undefined` while none has come in. */
  newest: number | undefined
}

/** What every screen calls a request by, as an address: it leads to the id, or says that there is none of that number. */
export function RequestOfNumber({ number, onFound }: { number: number; onFound: (request_id: string) => void }) {
  const { t } = useTranslation()
  const world = useWorldId()
  const { data, error, refetch } = useQuery({
    queryKey: keys.area(world, 'requests', 'of-number', number),
    queryFn: async ({ signal }): Promise<Looked> => {
      const read = (query: { limit: 1; cursor?: number }) =>
        control<Page<ExchangeView>>('GET', worldPath(world, 'requests'), { query, signal })
      const [here, newest] = await Promise.all([read({ limit: 1, cursor: number + 1 }), read({ limit: 1 })])
      return {
        request_id: here.data.find(({ seq }) => seq === number)?.request_id,
        newest: newest.data[0]?.seq,
      }
    },
  })
  const request_id = data?.request_id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known
  useEffect(() => {
    if (request_id !== undefined) onFound(request_id)
  }, [request_id])
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (data === undefined || request_id !== undefined) return <Loading height={120} />
  const { newest } = data
  const why = newest === undefined ? 'none' : number > newest ? 'not_yet' : 'gone'
  return (
    <MissingSaid
      title={t('requests.no_number', { number })}
      hint={t(`requests.no_number_why.${why}`, { newest: newest ?? 0 })}
    />
  )
}

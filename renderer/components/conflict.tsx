import { useTranslation } from 'react-i18next'
import { useCallWithExternalId, useReplay } from '../data/queries.ts'
import { placeOfNoun } from '../routing/nouns.ts'
import { useGo, useHref } from '../routing/use-place.ts'
import { Action } from './action.tsx'
import { externalIdOf } from './external-id.ts'
import type { Told } from './gate-words.ts'

/** Where the thing is that has the id, and the request that made it. */
function Holder({ told, id, look }: { told: Told; id: string; look: 'filled' | 'default' }) {
  const { t } = useTranslation()
  const href = useHref()
  const { tenant, path } = told.exchange
  const isCall = path.startsWith('/calls')
  const { data: call } = useCallWithExternalId(tenant ?? '', id, isCall)
  if (!isCall)
    return (
      <Action component="a" variant={look} href={href('data', tenant ?? '', 'customers')}>
        {t('trace.show_customers', { tenant: tenant ?? '' })}
      </Action>
    )
  if (call == null) return null
  return (
    <>
      <Action component="a" variant={look} icon="calls" href={href(...placeOfNoun('call', call.call_id))}>
        {t('trace.show_holder', { id })}
      </Action>
      {call.request_id !== null && (
        <Action component="a" href={href(...placeOfNoun('request', call.request_id))}>
          {t('trace.show_holders_request')}
        </Action>
      )}
    </>
  )
}

/**
 * An id that is in use: first where, since a request that was sent twice needs nothing more. With another id it does once more what it has done
 * already, and says so.
 */
export function Conflict({ told, look }: { told: Told; look: 'filled' | 'default' }) {
  const { t } = useTranslation()
  const go = useGo()
  const replay = useReplay()
  const { request_id: id, request, seq, path } = told.exchange
  const used = externalIdOf(told.exchange)
  if (used === undefined) return null
  const run = () => {
    const body = { ...(JSON.parse(request.body.text ?? '{}') as object), external_id: `${used}-${seq}` }
    replay.mutate(
      { id, changes: { body: JSON.stringify(body) } },
      { onSuccess: ({ request_id }) => go(['requests', request_id]) },
    )
  }
  return (
    <>
      <Holder told={told} id={used} look={look} />
      <Action icon="replay" loading={replay.isPending} onClick={run}>
        {t(path.startsWith('/calls') ? 'trace.new_id_call' : 'trace.new_id_customer')}
      </Action>
    </>
  )
}

import { Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { NO_ENDPOINT } from '../../../server/contract/lists.ts'
import type { LimitName, LimitUsageView, LimitView } from '../../../server/control/protocol/limits.ts'
import { Failed } from '../../components/error-boundary.tsx'
import { Loading } from '../../components/loading.tsx'
import { control, worldPath } from '../../data/client.ts'
import { useContract } from '../../data/contract.ts'
import { keys } from '../../data/keys.ts'
import { useTenants } from '../../data/queries.ts'
import { wallClock } from '../../data/time-text.ts'
import { useWorldId } from '../../data/world.tsx'
import charts from './charts.module.css'
import classes from './usage.module.css'
import { usePlacesOfUse } from './use-places-of-use.ts'

interface Props {
  tenant: string
  limit: LimitName
  /** The window that it is of: the present one, or one that is over. */
  view: Pick<LimitView, 'window_start' | 'used' | 'by_hand'>
  isOver?: boolean
}

interface Row {
  readonly name: string
  readonly count: number
  /** Where all of it is listed. */
  readonly href?: string | undefined
}

function Rows({ title, rows }: { title?: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <table>
      {title !== undefined && <caption>{title}</caption>}
      <tbody>
        {rows.map(({ name, count, href }) => (
          <tr key={name}>
            <td>{count.toLocaleString('en')}</td>
            <th scope="row">
              {href === undefined ? (
                name
              ) : (
                <Link className="link" href={href}>
                  {name}
                </Link>
              )}
            </th>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Split({ tenant, usage }: { tenant: string; usage: LimitUsageView }) {
  const { t } = useTranslation()
  const places = usePlacesOfUse(tenant)
  const keysOf = useTenants()?.find(one => one.tenant === tenant)?.keys ?? []
  const endpoints = useContract()?.endpoints ?? []
  const { limit, by_hand, not_known } = usage
  const pathOf = (endpoint: string) => endpoints.find(({ id }) => id === endpoint)?.path ?? endpoint
  const rest: Row[] = [
    ...(by_hand === 0
      ? []
      : [{ name: t(by_hand > 0 ? 'limits.by_hand' : 'limits.given_back_by_hand'), count: by_hand }]),
    ...(not_known === 0 ? [] : [{ name: t('limits.not_known'), count: not_known }]),
  ]
  // What is of no endpoint and of no event does not stand below such a title.
  const besides = <Rows rows={rest} />
  if (limit === 'webhook_sends')
    return (
      <>
        <Rows
          title={t('limits.by_event')}
          rows={[
            ...usage.events.map(({ event, count }) => ({
              name: event,
              count,
              href: places.used(limit, usage, { kind: event }),
            })),
          ]}
        />
        {besides}
        {usage.deliveries.length > 0 && (
          <Rows
            title={t('limits.by_webhook')}
            rows={usage.deliveries.map(({ webhook_id, count }) => ({
              name: `${t('nouns.webhook')} ${webhook_id}`,
              count,
              href: places.deliveries(usage, { webhook: String(webhook_id) }),
            }))}
          />
        )}
      </>
    )
  const labelOf = (key_id: string | null) => keysOf.find(key => key.key_id === key_id)?.label ?? key_id ?? '–'
  return (
    <>
      <Rows
        title={t('limits.by_endpoint')}
        rows={[
          ...usage.requests.map(({ method, endpoint, count }) => ({
            name: `${method} ${endpoint === null ? t('limits.no_endpoint') : pathOf(endpoint)}`,
            count,
            href: places.used(limit, usage, { method, endpoint: endpoint ?? NO_ENDPOINT }),
          })),
        ]}
      />
      {besides}
      {usage.keys.length > 0 && (
        <Rows
          title={t('limits.by_key')}
          rows={usage.keys.map(({ key_id, count }) => ({
            name: labelOf(key_id),
            count,
            href: key_id === null ? undefined : places.used(limit, usage, { key: key_id }),
          }))}
        />
      )}
    </>
  )
}

/** Reads it while it is open, and again when the figure has changed. */
function Opened({ tenant, limit, view: { window_start, used, by_hand }, isOver = false }: Props) {
  const world = useWorldId()
  const parts = ['tenants', tenant, 'limits', 'usage']
  const { data, error, refetch } = useQuery({
    queryKey: keys.area(world, 'limits', ...parts, limit, window_start, `${used} ${by_hand}`),
    queryFn: ({ signal }) =>
      control<LimitUsageView>('GET', worldPath(world, ...parts), {
        query: { limit, at: isOver ? window_start : undefined },
        signal,
      }),
    placeholderData: before => before,
    gcTime: 0,
  })
  if (error && !data) return <Failed error={error} again={() => void refetch()} />
  return data ? <Split tenant={tenant} usage={data} /> : <Loading height={60} />
}

/** What used up a window: by endpoint and key, or by event and webhook, each with a way to the list of it. */
export function Usage(props: Props) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const { limit, view, isOver = false } = props
  const name = t(`limits.${limit}`)
  const title = t('limits.what_used_of', {
    limit: isOver ? `${name}, ${wallClock(Date.parse(view.window_start), 'tokyo').date}` : name,
  })
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus returnFocus position="bottom-start" offset={4}>
      <Popover.Target>
        <button
          type="button"
          className={charts.opens}
          aria-haspopup="dialog"
          aria-label={title}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('limits.what_used')}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.usage} aria-label={title}>
        <p data-autofocus tabIndex={-1}>
          {t('limits.used_count', { count: view.used })}
        </p>
        {isOpen && <Opened {...props} />}
      </Popover.Dropdown>
    </Popover>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { AssumptionView } from '../../../server/control/protocol/assumptions.ts'
import type { CallView } from '../../../server/control/protocol/calls.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { EventView, LedgerEntry } from '../../../server/control/protocol/events.ts'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import { Section } from '../../components/detail.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Method, PathText } from '../../components/request-text.tsx'
import { CallStatusBadge, DeliveryStatusBadge, ExchangeStatus } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { readableText } from '../../components/value-text.ts'
import { idText } from '../../data/id-text.ts'
import { usePage } from '../../data/use-page.ts'
import { useHref } from '../../routing/use-place.ts'
import { answeredOtherwise, countsByValue, valueThen } from './answered-under.ts'
import classes from './assumptions.module.css'

/** Where the list of each kind stands. */
const PLACES = {
  requests: ['requests'],
  calls: ['calls'],
  events: ['webhooks', 'events'],
  deliveries: ['webhooks', 'deliveries'],
  ledger: ['webhooks', 'suppressed'],
} as const
type Kind = keyof typeof PLACES
const KINDS = Object.keys(PLACES) as Kind[]

/** Shown of each kind; the list of the kind has them all. */
const NEWEST = 3

function KindLink({ id, kind, count }: { id: string; kind: Kind; count: number }) {
  const { t } = useTranslation()
  const href = useHref()
  return (
    <Link
      href={`${href(...PLACES[kind])}?assumption=${encodeURIComponent(id)}`}
      className="link nowrap"
      onClick={event => event.stopPropagation()}
    >
      {t(`assumptions.by.${kind}`, { count })}
    </Link>
  )
}

/** How much rests on it, by kind, each a way to the rows. */
export function ReliedOn(view: AssumptionView) {
  const { t } = useTranslation()
  const { id, relied_on, relied_on_by } = view
  const otherwise = answeredOtherwise(view)
  if (relied_on === 0) return <span className="dim nowrap">{t('assumptions.by_none')}</span>
  return (
    <span className={classes.relied}>
      {KINDS.filter(kind => relied_on_by[kind] > 0).map(kind => (
        <KindLink key={kind} id={id} kind={kind} count={relied_on_by[kind]} />
      ))}
      {otherwise > 0 && <span className="dim">{t('assumptions.otherwise', { count: otherwise })}</span>}
    </span>
  )
}

const RECENT = {
  requests: ({ id, view }) => (
    <Newest<ExchangeView> kind="requests" id={id} keyOf={row => row.request_id}>
      {row => (
        <>
          <Time at={row.at} />
          <IdLink noun="request" id={row.request_id} text={`#${row.seq}`} copy="hidden" />
          <span className={classes.what}>
            <Method method={row.method} /> <PathText path={row.path} query={row.query} />
          </span>
          <ExchangeStatus {...row} look="plain" />
          <ValueThen view={view} seq={row.seq} />
        </>
      )}
    </Newest>
  ),
  calls: ({ id }) => (
    <Newest<CallView> kind="calls" id={id} keyOf={row => row.call_id}>
      {row => (
        <>
          <Time at={row.initiated_at} />
          <IdLink
            noun="call"
            id={row.call_id}
            text={row.external_id === null ? row.phone_number : idText(row.external_id)}
            copy="hidden"
          />
          <CallStatusBadge status={row.status} look="plain" />
        </>
      )}
    </Newest>
  ),
  events: ({ id }) => (
    <Newest<EventView> kind="events" id={id} keyOf={row => row.event_id}>
      {row => (
        <>
          <Time at={row.occurred_at} />
          <IdLink noun="event" id={row.event_id} text={row.event} copy="hidden" />
          <span className="dim">{row.external_id && idText(row.external_id)}</span>
        </>
      )}
    </Newest>
  ),
  deliveries: ({ id }) => (
    <Newest<DeliveryView> kind="deliveries" id={id} keyOf={row => row.delivery_id}>
      {row => (
        <>
          <Time at={row.created_at} />
          <IdLink noun="delivery" id={row.delivery_id} text={row.event} copy="hidden" />
          <DeliveryStatusBadge delivery={row} look="plain" />
        </>
      )}
    </Newest>
  ),
  ledger: ({ id }) => (
    <Newest<LedgerEntry> kind="ledger" id={id} keyOf={row => String(row.id)}>
      {row => <LedgerRow row={row} />}
    </Newest>
  ),
} as const satisfies Record<Kind, (props: { id: string; view: AssumptionView }) => React.ReactNode>

/** Beside a request that was answered under another value than the present one, unless all were under the same, as is said above them. */
function ValueThen({ view, seq }: { view: AssumptionView; seq: number }) {
  const { t } = useTranslation()
  const then = valueThen(view, seq)
  if (then === undefined || countsByValue(view).length === 1) return null
  return (
    <span className="dim">
      {t('assumptions.under', { value: readableText(then.value, t('assumptions.no_values')) })}
    </span>
  )
}

/** Under which values its requests were answered, where not all were under the present one. */
function ByValue({ view }: { view: AssumptionView }) {
  const { t } = useTranslation()
  const counts = countsByValue(view)
  if (counts.length === 0) return null
  return (
    <>
      <ul className={classes.by_value}>
        {counts.map(({ value, requests }) => (
          <li key={JSON.stringify(value)}>
            {t('assumptions.answered_under', {
              count: requests,
              value: readableText(value, t('assumptions.no_values')),
            })}
          </li>
        ))}
      </ul>
      {view.relied_on > view.relied_on_by.requests && <p className={classes.note}>{t('assumptions.others_by_time')}</p>}
    </>
  )
}

function LedgerRow({ row }: { row: LedgerEntry }) {
  const { t } = useTranslation()
  return (
    <>
      <Time at={row.at} />
      <span>{row.event}</span>
      <span className="dim">{t(`ledger_reasons.${row.reason}`)}</span>
    </>
  )
}

function Newest<Row>({
  kind,
  id,
  keyOf,
  children,
}: {
  kind: Kind
  id: string
  keyOf: (row: Row) => string
  children: (row: Row) => React.ReactNode
}) {
  // The register counts the requests of clients alone.
  const origin = kind === 'requests' ? { origin: 'client' } : {}
  const { data } = usePage<Row>(kind, { assumption: id, limit: NEWEST, ...origin })
  return (
    <ul>
      {data?.data.map(row => (
        <li key={keyOf(row)}>{children(row)}</li>
      ))}
    </ul>
  )
}

/** Who relied on it: of each kind how many, and the newest of them. */
export function Reliance({ assumption }: { assumption: AssumptionView }) {
  const { t } = useTranslation()
  const { id, relied_on, relied_on_by } = assumption
  return (
    <Section title={t('assumptions.relied_on')}>
      {relied_on === 0 && <p className={classes.note}>{t('assumptions.by_none_hint')}</p>}
      <ByValue view={assumption} />
      <div className={classes.reliance}>
        {KINDS.filter(kind => relied_on_by[kind] > 0).map(kind => {
          const Rows = RECENT[kind]
          return (
            <div key={kind}>
              <KindLink id={id} kind={kind} count={relied_on_by[kind]} />
              <Rows id={id} view={assumption} />
            </div>
          )
        })}
      </div>
    </Section>
  )
}

import { useTranslation } from 'react-i18next'
import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import type { CaseView, EvidenceView, FindingView } from '../../../server/control/protocol/verdicts.ts'
import { IdLink } from '../../components/id-link.tsx'
import { ExchangeStatus } from '../../components/status-badge.tsx'
import { useNamedDeliveries } from '../../data/named-deliveries.ts'
import { saidDurationText } from '../../data/time-text.ts'
import { RequestLine, SeqLink } from './evidence-table.tsx'
import classes from './finding.module.css'

type Shown = Pick<FindingView | CaseView, 'evidence' | 'deliveries_of_run'>

/** Whether each of its requests came while a delivery waited, so that this is what there is to say of it. */
export const isDuring = ({ evidence }: Pick<Shown, 'evidence'>): boolean =>
  evidence.length > 0 && evidence.every(({ during }) => during !== undefined)

/** Requests that came while deliveries waited for their answer: each with its delivery, and how far into the attempt it came. */
export function DuringTable({
  of,
  exchanges,
}: {
  of: readonly Shown[]
  exchanges: ReadonlyMap<string, ExchangeDetailView>
}) {
  const { t } = useTranslation()
  const gone = new Set(of.flatMap(({ deliveries_of_run }) => deliveries_of_run))
  const evidence = of.flatMap(one => one.evidence)
  const here = [...new Set(evidence.flatMap(({ during }) => during?.delivery_id ?? []))].filter(id => !gone.has(id))
  const events = useNamedDeliveries(here)
  return (
    <table className={classes.evidence} aria-label={t('client.exchanges')}>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t('client.request')}</th>
          <th scope="col">{t('client.answer')}</th>
          <th scope="col">{t('client.in_delivery')}</th>
          <th scope="col" data-align="end">
            {t('client.came')}
          </th>
        </tr>
      </thead>
      <tbody>
        {evidence.map(one => (
          <Row
            key={`${one.request_id} ${one.seq}`}
            one={one}
            exchange={exchanges.get(one.request_id)}
            event={here.includes(one.during?.delivery_id ?? '') ? id => events.get(id)?.event ?? id : undefined}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  one: EvidenceView
  exchange: ExchangeDetailView | undefined
  /** What its delivery is called; nothing for one that this world does not have. */
  event: ((id: string) => string) | undefined
}

function Row({ one, exchange, event }: RowProps) {
  const { t } = useTranslation()
  const { of_run, during } = one
  const request = exchange ?? (of_run?.method == null ? undefined : of_run)
  const id = during?.delivery_id ?? ''
  return (
    <tr>
      <td>
        <SeqLink {...one} />
      </td>
      <td className={classes.path}>
        {request && (
          <RequestLine method={request.method ?? ''} path={request.path ?? '…'} query={request.query ?? '…'} />
        )}
      </td>
      <td>{exchange && <ExchangeStatus {...exchange} look="plain" />}</td>
      <td>
        {event === undefined ? (
          <span className="dim" translate="no">
            {id}
          </span>
        ) : (
          <IdLink noun="delivery" id={id} text={event(id)} title={id} copy="hidden" />
        )}
      </td>
      <td data-align="end">
        {during &&
          t('client.came_after', {
            after: saidDurationText(during.after_ms / 1_000),
            of: saidDurationText(during.of_ms / 1_000),
          })}
      </td>
    </tr>
  )
}

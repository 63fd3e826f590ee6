import { useTranslation } from 'react-i18next'
import type { AttemptView, DeliveryDetailView } from '../../../server/control/protocol/deliveries.ts'
import type { FindingView } from '../../../server/control/protocol/verdicts.ts'
import { Badge } from '../../components/badge.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { ReceiverStatus } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useNamedDeliveries } from '../../data/named-deliveries.ts'
import { durationText } from '../../data/time-text.ts'
import { outcomeText } from '../../i18n/said.ts'
import classes from './deliveries-table.module.css'
import evidence from './finding.module.css'
import { hostOf } from './host-of.ts'

type Named = Pick<FindingView, 'deliveries' | 'deliveries_of_run'>

/** Deliveries that show something of a receiver, each with all its attempts: what came, where to, when, and how it was answered. */
export function DeliveriesTable({ of: { deliveries, deliveries_of_run } }: { of: Named }) {
  const { t } = useTranslation()
  // Of one that came several times, each attempt may be named.
  const here = [...new Set(deliveries)].filter(id => !deliveries_of_run.includes(id))
  const known = useNamedDeliveries(here)
  return (
    <>
      {here.length > 0 && (
        <table className={evidence.evidence} aria-label={t('client.deliveries')}>
          <thead>
            <tr>
              {(['delivery', 'receiver', 'when', 'answer'] as const).map(name => (
                <th key={name} scope="col">
                  {t(`client.${name}`)}
                </th>
              ))}
              <th scope="col" data-align="end">
                {t('client.took')}
              </th>
            </tr>
          </thead>
          {here.map(id => (
            <Delivery key={id} id={id} detail={known.get(id)} />
          ))}
        </table>
      )}
      {[...new Set(deliveries_of_run)].map(id => (
        <p key={id} className={evidence.hint}>
          <span translate="no">{id}</span> {t('client_run.of_run')}
        </p>
      ))}
    </>
  )
}

function Delivery({ id, detail }: { id: string; detail: DeliveryDetailView | undefined }) {
  if (detail === undefined)
    return (
      <tbody>
        <tr>
          <td colSpan={5} className={classes.unknown}>
            <IdLink noun="delivery" id={id} />
          </td>
        </tr>
      </tbody>
    )
  return (
    <tbody>
      {detail.attempts.map((attempt, index) => (
        <Attempt key={attempt.attempt} delivery={detail} attempt={attempt} isFirst={index === 0} />
      ))}
    </tbody>
  )
}

interface AttemptProps {
  delivery: DeliveryDetailView
  attempt: AttemptView
  isFirst: boolean
}

function Attempt({ delivery, attempt, isFirst }: AttemptProps) {
  const { t } = useTranslation()
  const { delivery_id, event, webhook_id, forged } = delivery
  const { started_at, target, status_code, duration_ms } = attempt
  return (
    <tr>
      <td className={classes.event}>
        {isFirst ? (
          <IdLink noun="delivery" id={delivery_id} text={event} title={delivery_id} copy="hidden" />
        ) : (
          <span className="dim">{t('client.attempt_n', { n: attempt.attempt })}</span>
        )}
      </td>
      <td className={classes.receiver}>
        {isFirst && (
          <IdLink noun="webhook" id={webhook_id} text={`${t('nouns.webhook')} ${webhook_id}`} copy="hidden" />
        )}
        <span className={`${classes.host} dim`} title={target} translate="no">
          {hostOf(target)}
        </span>
      </td>
      <td>
        <Time at={started_at} show="row" />
      </td>
      <td>
        {status_code === null ? (
          <Badge tone="bad" icon="plug" look="plain">
            {outcomeText(t, attempt)}
          </Badge>
        ) : (
          <ReceiverStatus status={status_code} isForged={forged !== null} look="plain" />
        )}
      </td>
      <td data-align="end">{durationText(duration_ms)}</td>
    </tr>
  )
}

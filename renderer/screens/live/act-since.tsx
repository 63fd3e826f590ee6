import { useTranslation } from 'react-i18next'
import type { Page } from '../../../server/control/protocol/common.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { InboxSummary } from '../../../server/control/protocol/inboxes.ts'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import { Action } from '../../components/action.tsx'
import { behaviourText } from '../../components/behaviour-text.ts'
import detail from '../../components/detail.module.css'
import { Section } from '../../components/detail.tsx'
import { FaultNow } from '../../components/fault-now.tsx'
import { happenedText } from '../../components/happened-text.ts'
import { IdLink } from '../../components/id-link.tsx'
import { RemoveFault } from '../../components/remove-fault.tsx'
import { Method, PathText } from '../../components/request-text.tsx'
import { DeliveryStatusBadge, ExchangeStatus } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useFaults } from '../../data/faults.ts'
import { useWorldQuery } from '../../data/queries.ts'
import { useSnapshots } from '../../data/snapshots.ts'
import type { Control, Moved } from '../../data/timeline.ts'
import { useTimelineItems } from '../../data/timeline-history.ts'
import { usePage } from '../../data/use-page.ts'
import { useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { LimitsDid } from './limits-did.tsx'
import classes from './live.module.css'
import { TenantDid } from './tenant-did.tsx'

type Act<Kind extends Control['kind']> = Extract<Control, { kind: Kind }>

/** Of what a fault has hit, so many are named. */
const NAMED = 3
/** So many are counted. */
const COUNTED = 50

/** The first thing of its kind that was done after an act and that some condition holds for. */
function useLaterAct(id: number, isIt: (act: Control) => boolean): number | undefined {
  const items = useTimelineItems()
  // Newest first.
  return items.findLast(({ lane, value }) => lane === 'control' && value.id > id && isIt(value))?.at
}

/** What a fault has hit, as far as that is kept: how much, and the newest. */
function FaultMet({ fault }: { fault: number }) {
  const { t } = useTranslation()
  const href = useHref()
  const requests = usePage<ExchangeView>('requests', { fault, limit: COUNTED }).data
  const deliveries = usePage<DeliveryView>('deliveries', { fault, limit: COUNTED }).data
  if (requests === undefined || deliveries === undefined) return null
  const lists = [
    { screen: 'requests' as const, page: requests, place: ['requests'] },
    { screen: 'deliveries' as const, page: deliveries, place: ['webhooks', 'deliveries'] },
  ]
  const met = lists.filter(({ page }) => page.data.length > 0)
  if (met.length === 0) return <p className={detail.note}>{t('live.fault_met_none')}</p>
  return (
    <>
      {met.map(({ screen, page: { data, next_cursor }, place }) => (
        <p key={screen} className={detail.note}>
          <a className="link" href={`${href(...place)}?fault=${fault}`}>
            {t(`live.fault_met_${screen}`, {
              count: data.length,
              said: `${data.length.toLocaleString('en')}${next_cursor === null ? '' : '+'}`,
            })}
          </a>
        </p>
      ))}
      <ul className={classes.course}>
        {requests.data.slice(0, NAMED).map(request => (
          <li key={request.request_id} className={classes.cause}>
            <IdLink noun="request" id={request.request_id} text={`#${request.seq}`} copy="hidden" />
            <Method method={request.method} />
            <PathText path={request.path} query={request.query} />
            <ExchangeStatus {...request} look="plain" />
          </li>
        ))}
        {deliveries.data.slice(0, NAMED).map(delivery => (
          <li key={delivery.delivery_id} className={classes.cause}>
            <IdLink noun="delivery" id={delivery.delivery_id} text={delivery.event} copy="hidden" />
            <DeliveryStatusBadge delivery={delivery} look="plain" />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Whether a fault is still there, else since when not; what it has hit, and the way to remove it. */
function FaultSince({ act, fault }: { act: Act<'fault'>; fault: number }) {
  const { t } = useTranslation()
  const presenting = usePresenting()
  const faults = useFaults().data?.data
  const removed = useLaterAct(act.id, later => later.kind === 'fault' && isRemoval(later, fault))
  const isThere = faults?.some(({ id }) => id === fault) === true
  return (
    <>
      <Section title={t('live.act_now')}>
        {faults !== undefined && !isThere && act.done === 'created' && removed !== undefined ? (
          <p className={detail.note}>
            {t('live.removed_since')} <Time at={removed} />
          </p>
        ) : (
          <p className={detail.note}>
            <FaultNow id={fault} />
          </p>
        )}
        {isThere && !presenting && (
          <div className={classes.way_on}>
            <RemoveFault id={fault} />
          </div>
        )}
      </Section>
      <Section title={t('live.brought_about')}>
        <FaultMet fault={fault} />
      </Section>
    </>
  )
}

const isRemoval = ({ done, fault_id }: Act<'fault'>, fault: number) =>
  done === 'all_deleted' || (done === 'deleted' && fault_id === fault)

/** How an inbox answers now, and since when. */
function InboxSince({ act }: { act: Act<'inbox'> }) {
  const { t } = useTranslation()
  const href = useHref()
  const inboxes = useWorldQuery<Page<InboxSummary>>('inbox', ['inbox']).data?.data
  const changed = useLaterAct(act.id, later => later.kind === 'inbox' && later.name === act.name)
  if (inboxes === undefined) return null
  const now = inboxes.find(({ name }) => name === act.name)
  return (
    <Section
      title={t('live.act_now')}
      aside={
        now !== undefined && (
          <Action component="a" href={href('inbox', act.name)} icon="arrow_right">
            {t('live.to_inbox')}
          </Action>
        )
      }
    >
      <p className={detail.note}>
        {now === undefined
          ? t('live.inbox_gone')
          : t('live.inbox_now', { how: behaviourText(now.behaviour, t('axis.control.never')) })}
        {changed !== undefined && (
          <>
            {' '}
            {t('live.changed_since')} <Time at={changed} />
          </>
        )}
      </p>
    </Section>
  )
}

/** Where a snapshot is, as long as there is one of that name. */
function SnapshotSince({ act: { name } }: { act: Act<'snapshot'> }) {
  const { t } = useTranslation()
  const href = useHref()
  const snapshots = useSnapshots().data?.data
  if (snapshots === undefined) return null
  const isThere = snapshots.some(snapshot => snapshot.name === name)
  return (
    <Section title={t('live.act_now')}>
      <p className={detail.note}>
        {isThere ? (
          <a className="link" href={href('snapshots')}>
            {t('live.to_snapshots')}
          </a>
        ) : (
          t('live.snapshot_gone', { name })
        )}
      </p>
    </Section>
  )
}

/** What stands of something that was done to the world, and what it has brought about, where that is known. */
export function ActSince({ act }: { act: Control }) {
  switch (act.kind) {
    case 'fault':
      return act.fault_id === null ? null : <FaultSince act={act} fault={act.fault_id} />
    case 'inbox':
      return <InboxSince act={act} />
    case 'snapshot':
      return <SnapshotSince act={act} />
    case 'limits':
      return <LimitsDid act={act} />
    case 'tenant':
      return <TenantDid act={act} />
    default:
      return null
  }
}

/** What fell due on the way of a jump of the clock, as the emulator has kept it. */
export function MoveDid({ move: { happened } }: { move: Moved }) {
  const { t } = useTranslation()
  return (
    <Section title={t('live.brought_about')}>
      <p className={detail.note}>
        {happened === null ? t('live.jump_unknown') : (happenedText(t, happened) ?? t('live.jump_nothing'))}
      </p>
    </Section>
  )
}

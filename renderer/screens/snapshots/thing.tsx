import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallStatus, CallStep } from '../../../server/contract/calls.ts'
import type { DeliveryStatus, LedgerReason } from '../../../server/contract/events.ts'
import type { CallScriptBody } from '../../../server/control/protocol/calls.ts'
import type { FaultView } from '../../../server/control/protocol/faults.ts'
import type { ContentChangeView, ExchangeView, SnapshotComparison } from '../../../server/control/protocol/journal.ts'
import { effectText } from '../../components/fault-text.ts'
import { Named } from '../../components/named.tsx'
import { CallStatusBadge, DeliveryStatusBadge, ExchangeStatus, HttpStatus } from '../../components/status-badge.tsx'
import { idText } from '../../data/id-text.ts'
import { isoDurationText } from '../../data/time-text.ts'
import { placeOfNoun } from '../../routing/nouns.ts'
import { useHref } from '../../routing/use-place.ts'

export type Kind = SnapshotComparison['differences'][number]['kind']
type Change = Pick<ContentChangeView, 'id' | 'about'>

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Where a thing can be looked at while it is there. */
const PLACES: { readonly [Name in Kind]: (change: Change) => readonly (string | number)[] } = {
  requests: ({ about }) => placeOfNoun('request', text(about.request_id)),
  calls: ({ id }) => placeOfNoun('call', id),
  events: ({ id }) => placeOfNoun('event', id),
  deliveries: ({ id }) => placeOfNoun('delivery', id),
  not_delivered: () => ['webhooks', 'suppressed'],
  pending: ({ about }) => placeOfNoun(about.kind === 'webhook.attempt' ? 'delivery' : 'call', text(about.subject)),
  webhooks: ({ id }) => placeOfNoun('webhook', id),
  inbox_messages: ({ id, about }) => [...placeOfNoun('inbox', text(about.name)), id],
  customers: ({ id, about }) => ['data', text(about.tenant), 'customers', id],
  tenants: ({ id }) => placeOfNoun('tenant', id),
  keys: ({ id }) => placeOfNoun('key', id),
  faults: ({ id }) => placeOfNoun('fault', id),
  call_scripts: () => ['calls', 'scripts'],
  assumptions: ({ id }) => placeOfNoun('assumption', id),
  forwards: () => ['webhooks', 'forwards'],
}

/** What it is called, by which it is opened. */
const NAMES: { readonly [Name in Kind]: (change: Change) => unknown } = {
  requests: ({ id }) => `#${id}`,
  calls: ({ about }) => about.phone_number,
  events: ({ about }) => about.kind,
  deliveries: ({ about }) => about.kind,
  not_delivered: ({ about }) => about.kind,
  pending: ({ about }) => about.event ?? about.phone_number ?? about.subject,
  webhooks: ({ id, about }) => about.label ?? `#${id}`,
  inbox_messages: ({ about }) => about.name,
  customers: ({ id, about }) => about.name ?? id,
  tenants: ({ about }) => about.name,
  keys: ({ id, about }) => about.label ?? id,
  faults: ({ id }) => `#${id}`,
  call_scripts: ({ id }) => `#${id}`,
  assumptions: ({ id }) => id,
  forwards: ({ id }) => id,
}

const matchText = (match: object): string =>
  Object.values(match)
    .filter(value => value !== undefined)
    .map(text)
    .join(' ')

/** What there is to know about it besides its name, its tenant and its time. */
function Facts({ kind, change: { about } }: { kind: Kind; change: Change }): ReactNode {
  const { t } = useTranslation()
  switch (kind) {
    case 'requests':
      return (
        <>
          <ExchangeStatus
            status={Number(about.status)}
            code={about.code as string | null}
            broken_off={about.broken_off as ExchangeView['broken_off']}
            // How an answer left is known of the running process alone.
            answered={null}
            look="plain"
          />
          <code>
            {text(about.method)} {text(about.path)}
          </code>
        </>
      )
    case 'calls':
      return (
        <>
          <CallStatusBadge status={about.status as CallStatus} look="plain" />
          {t(`calls.${about.call_type as 'outbound'}`)}
          {about.external_id !== null && <code className="dim">{idText(text(about.external_id))}</code>}
        </>
      )
    case 'events':
      return about.external_id !== null && <code className="dim">{idText(text(about.external_id))}</code>
    case 'deliveries':
      return (
        <>
          <DeliveryStatusBadge
            look="plain"
            delivery={{
              status: about.status as DeliveryStatus,
              attempt_count: Number(about.attempts),
              last_status_code: about.last_status_code as number | null,
              last_error: about.last_error as string | null,
            }}
          />
          <span className="dim">{t('snapshots.to_webhook', { webhook: text(about.webhook_id) })}</span>
        </>
      )
    case 'not_delivered':
      return t(`ledger_reasons.${about.reason as LedgerReason}`)
    case 'pending':
      if (about.kind === 'webhook.attempt') return t('fired.attempt')
      return about.kind === 'call.step' ? t(`fired.call.${about.to as CallStep}`) : t('fired.call_ai')
    case 'webhooks':
      return <code className="dim">{text(about.url)}</code>
    case 'inbox_messages':
      return (
        <>
          {about.event !== null && <code>{text(about.event)}</code>}
          {about.answered_status !== null && <HttpStatus status={Number(about.answered_status)} look="plain" />}
        </>
      )
    case 'customers':
      return about.tel1 !== null && <code className="dim">{text(about.tel1)}</code>
    case 'tenants':
      return about.plan === null ? t('limits.no_plan') : text(about.plan)
    case 'keys':
      return <code className="dim">{text(about.mode)}</code>
    case 'faults':
      return (
        <>
          {Object.keys(about.match as object).length > 0 && <code>{matchText(about.match as object)}</code>}
          {effectText(t, about.effect as FaultView['effect'])}
        </>
      )
    case 'call_scripts':
      return (
        <>
          <code>{matchText(about.match as object)}</code>
          {(about.steps as unknown as CallScriptBody['steps'])
            .map(
              ({ after, to }) =>
                `+${isoDurationText(after)} ${to === 'ended' ? t('calls.ended') : t(`call_status.${to}`)}`,
            )
            .join(', ')}
        </>
      )
    case 'assumptions':
      return <code>{text(about.value)}</code>
    case 'forwards':
      return <code>→ {text(about.target)}</code>
  }
}

/** A thing in words that a person knows it by, as a link when it is there to be looked at. */
export function Thing({ kind, change, isThere }: { kind: Kind; change: Change; isThere: boolean }) {
  const href = useHref()
  const name = text(NAMES[kind](change))
  return (
    <>
      <Named title={change.id}>
        {isThere ? (
          <a className="link" href={href(...PLACES[kind](change))}>
            {name}
          </a>
        ) : (
          name
        )}
      </Named>
      <Facts kind={kind} change={change} />
    </>
  )
}

const TIMES = ['at', 'created_at', 'started_at', 'occurred_at', 'received_at', 'due_at'] as const

/** When it came about, where that is known; of what changed, when it did so last, for the other would be read as that. */
export const timeOf = ({ about, change }: ContentChangeView): string | undefined => {
  if (change === 'changed') {
    return typeof about.updated_at === 'string' ? about.updated_at : undefined
  }
  return TIMES.map(name => about[name]).find(value => typeof value === 'string') as string | undefined
}

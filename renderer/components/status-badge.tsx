import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { NOT_ANSWERED_WHOLE } from '../../server/contract/answered.ts'
import type { CallStatus } from '../../server/contract/calls.ts'
import type { DeliveryStatus } from '../../server/contract/events.ts'
import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { ExchangeView, GateOutcome } from '../../server/control/protocol/journal.ts'
import { outcomeText } from '../i18n/said.ts'
import { answeredText, lossHint, lostBy } from './answered-text.ts'
import { Badge } from './badge.tsx'
import { CALL_SIGNS, type Sign } from './call-signs.ts'
import { type ForgeryTaken, forgeryTaken, takenWith } from './forgery-taken.ts'

/** What is pending is not delivered yet, whether it was tried or not: it is counted and filtered as one, and has one colour. */
export const DELIVERY_SIGNS = {
  pending: { tone: 'warn', icon: 'clock' },
  delivered: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  cancelled: { tone: 'quiet', icon: 'blocked' },
} as const satisfies Record<DeliveryStatus, Sign>

const GATE_SIGNS = {
  passed: { tone: 'good', icon: 'check' },
  rejected: { tone: 'bad', icon: 'blocked' },
  would_reject: { tone: 'warn', icon: 'shadow' },
  not_reached: { tone: 'quiet', icon: 'minus' },
} as const satisfies Record<GateOutcome, Sign>

/** By hundreds; 0 stands for "no answer". */
const HTTP_SIGNS: Readonly<Record<number, Sign>> = {
  0: { tone: 'bad', icon: 'plug' },
  1: { tone: 'info', icon: 'info' },
  2: { tone: 'good', icon: 'check' },
  3: { tone: 'info', icon: 'redirect' },
  4: { tone: 'warn', icon: 'alert' },
  5: { tone: 'bad', icon: 'cross' },
}
const TOO_MANY: Sign = { tone: 'fast', icon: 'limits' }

type Look = 'soft' | 'plain'

export const statusSign = (status: number): Sign =>
  status === 429 ? TOO_MANY : (HTTP_SIGNS[Math.floor(status / 100)] ?? HTTP_SIGNS[0]!)

/** What a receiver answered: a delivery is taken with a 2xx, and failed with anything else; a forgery should be refused with a 4xx. */
export function ReceiverStatus({
  status,
  isForged = false,
  look = 'soft',
}: {
  status: number
  isForged?: boolean
  look?: Look
}) {
  const isTaken = Math.floor(status / 100) === 2
  const sign = isForged
    ? FORGERY_SIGNS[takenWith(status)]
    : ({ tone: isTaken ? 'good' : 'bad', icon: isTaken ? 'check' : 'cross' } as const)
  return (
    <Badge {...sign} look={look}>
      {status}
    </Badge>
  )
}

/** A code, which breaks between its words only where it may break at all. */
function Code({ code }: { code: string }) {
  return (
    <span translate="no">
      {code.split(/(?<=_)/).map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their order
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

/** An HTTP status; 429 has a sign of its own, since it is what this tool is asked about most. */
export function HttpStatus({ status, code, look = 'soft' }: { status: number; code?: string | null; look?: Look }) {
  return (
    <Badge {...statusSign(status)} look={look}>
      {status === 0 ? '–' : status}
      {code && (
        <>
          {' '}
          <Code code={code} />
        </>
      )}
    </Badge>
  )
}

/** Of what nobody has an answer to it is open what becomes of it, in this world or in the one that it was forked from. */
export const lossSign = (way: (typeof NOT_ANSWERED_WHOLE)[number]): Sign =>
  way === 'unanswered' ? { tone: 'info', icon: 'clock' } : { tone: 'bad', icon: 'plug' }

/** How an exchange was answered. What a fault dropped, and what nobody waited for, is no answer, whatever had been decided. */
export function ExchangeStatus({
  code,
  look = 'soft',
  isShort = false,
  ...answer
}: {
  code?: string | null
  look?: Look
  /** Where there is little room: the text does not say when it was unanswered. */
  isShort?: boolean
} & Pick<ExchangeView, 'status' | 'broken_off' | 'answered'> &
  Partial<Pick<ExchangeView, 'unanswered' | 'fault' | 'left_ms' | 'held_ms'>>) {
  const { t } = useTranslation()
  const { status } = answer
  const way = lostBy(answer)
  if (way === null) return <HttpStatus status={status} code={code ?? null} look={look} />
  return (
    <Badge {...lossSign(way)} look={look} title={lossHint(t, answer)}>
      {isShort && way === 'unanswered' ? t('broken_off.unanswered') : answeredText(t, answer)}
    </Badge>
  )
}

export function CallStatusBadge({ status, look = 'soft' }: { status: CallStatus; look?: Look }) {
  const { t } = useTranslation()
  return (
    <Badge {...CALL_SIGNS[status]} look={look} title={status}>
      {t(`call_status.${status}`)}
    </Badge>
  )
}

export const FORGERY_SIGNS = {
  accepted: { tone: 'bad', icon: 'alert' },
  refused: { tone: 'good', icon: 'blocked' },
  not_accepted: { tone: 'quiet', icon: 'blocked' },
} as const satisfies Record<ForgeryTaken, Sign>

/** A pending delivery that was tried already has failed each time so far, and says so. */
export function DeliveryStatusBadge({
  delivery,
  text,
  look = 'soft',
  isShort = false,
  hasReason = true,
}: {
  /** `forged` is left out of what is no delivery of its own. */
  delivery: Pick<DeliveryView, 'status' | 'attempt_count' | 'last_status_code' | 'last_error'> &
    Partial<Pick<DeliveryView, 'forged'>>
  /** In the place of the word for the status. */
  text?: string | undefined
  look?: Look
  /** Where there is little room, the sign says that it is tried again, and the text what came of it. */
  isShort?: boolean
  /** Whether it says what came of the last attempt; else that stands beside it. */
  hasReason?: boolean
}) {
  const { t } = useTranslation()
  const { status, attempt_count, last_status_code: status_code, last_error: error } = delivery
  // Of a forgery, what is well for a delivery is not.
  const taken = forgeryTaken(delivery)
  if (taken !== undefined) {
    const outcome = outcomeText(t, { status_code, error })
    return (
      <Badge {...FORGERY_SIGNS[taken]} look={look} title={t(`delivery_status.${taken}_hint`, { outcome })}>
        {taken === 'not_accepted' && hasReason
          ? t('delivery_status.not_accepted_with', { outcome })
          : t(`delivery_status.${taken}`)}
      </Badge>
    )
  }
  if (status === 'pending' && attempt_count > 0) {
    const outcome = outcomeText(t, { status_code, error })
    const retrying = t('delivery_status.retrying', { outcome })
    return (
      <Badge tone="warn" icon="replay" look={look} title={retrying}>
        {isShort ? outcome : hasReason ? retrying : t('delivery_status.retried')}
      </Badge>
    )
  }
  return (
    <Badge {...DELIVERY_SIGNS[status]} look={look}>
      {text ?? t(`delivery_status.${status}`)}
    </Badge>
  )
}

export function GateOutcomeBadge({ outcome, look = 'soft' }: { outcome: GateOutcome; look?: Look }) {
  const { t } = useTranslation()
  return (
    <Badge {...GATE_SIGNS[outcome]} look={look}>
      {t(`gate_outcome.${outcome}`)}
    </Badge>
  )
}

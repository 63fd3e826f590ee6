import type { TFunction } from 'i18next'
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
import classes from './status-badge.module.css'

/** What is pending is not delivered yet, whether it was tried or not: it is counted and filtered as one, and has one colour. */
export const DELIVERY_SIGNS = {
  pending: { tone: 'warn', icon: 'clock' },
  delivered: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  cancelled: { tone: 'quiet', icon: 'blocked' },
} as const satisfies Record<DeliveryStatus, Sign>

/** What is said of a check: where a fault has answered, nothing of the contract has refused the request. */
export type GateSaid = GateOutcome | 'by_fault' | 'would_reject_alone'

const GATE_SIGNS = {
  passed: { tone: 'good', icon: 'check' },
  rejected: { tone: 'bad', icon: 'blocked' },
  would_reject: { tone: 'warn', icon: 'shadow' },
  not_reached: { tone: 'quiet', icon: 'minus' },
  by_fault: { tone: 'bad', icon: 'faults' },
  would_reject_alone: { tone: 'warn', icon: 'shadow' },
} as const satisfies Record<GateSaid, Sign>

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

interface HttpStatusProps {
  status: number
  code?: string | null
  look?: Look
  /** Where there is little room: the code stands below, in small. */
  isShort?: boolean
}

/** An HTTP status; 429 has a sign of its own, since it is what this tool is asked about most. */
export function HttpStatus({ status, code = null, look = 'soft', isShort = false }: HttpStatusProps) {
  const isStacked = isShort && code !== null
  const badge = (
    <Badge {...statusSign(status)} look={look}>
      {status === 0 ? '–' : status}
      {code !== null && !isStacked && (
        <>
          {' '}
          <Code code={code} />
        </>
      )}
    </Badge>
  )
  if (!isStacked) return badge
  return (
    <span className={classes.stacked}>
      {badge}{' '}
      <span className={classes.code} title={code} translate="no">
        {code}
      </span>
    </span>
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
  /** Where there is little room: the code stands below, and the text does not say when it was unanswered, nor who left. */
  isShort?: boolean
} & Pick<ExchangeView, 'status' | 'broken_off' | 'answered'> &
  Partial<Pick<ExchangeView, 'unanswered' | 'fault' | 'left_ms' | 'held_ms'>>) {
  const { t } = useTranslation()
  const { status } = answer
  const way = lostBy(answer)
  if (way === null) return <HttpStatus status={status} code={code ?? null} look={look} isShort={isShort} />
  return (
    <Badge {...lossSign(way)} look={look} title={lossHint(t, answer)}>
      {isShort && way === 'unanswered'
        ? t('broken_off.unanswered')
        : isShort && way === 'gone'
          ? t('broken_off.gone_short')
          : answeredText(t, answer)}
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

/** What is said of a delivery; `forged` and `nth` are left out of what is no delivery of its own. */
type Said = Pick<DeliveryView, 'status' | 'attempt_count' | 'last_status_code' | 'last_error'> &
  Partial<Pick<DeliveryView, 'forged' | 'cancelled_by' | 'nth'>>

/** Whether what was cancelled was sent again by hand since. */
const wasSentSince = ({ cancelled_by, nth = null }: Said): boolean =>
  cancelled_by != null && cancelled_by.nth !== null && nth !== null && nth > cancelled_by.nth

/** A state by its sign, in a word, in a word with what came of the last attempt, and in a sentence where there is one. */
interface DeliveryLook {
  sign: Sign
  word: string
  withOutcome?: string
  hint?: string | undefined
}

/** A pending delivery that was tried already has failed each time so far, and says so; one that was cancelled says why. */
function deliveryLook(t: TFunction, delivery: Said): DeliveryLook {
  const { status, attempt_count, last_status_code: status_code, last_error: error, cancelled_by } = delivery
  const outcome = outcomeText(t, { status_code, error })
  // Of a forgery, what is well for a delivery is not.
  const taken = forgeryTaken(delivery)
  if (taken !== undefined)
    return {
      sign: FORGERY_SIGNS[taken],
      word: t(`delivery_status.${taken}`),
      ...(taken === 'not_accepted' && { withOutcome: t('delivery_status.not_accepted_with', { outcome }) }),
      hint: t(`delivery_status.${taken}_hint`, { outcome }),
    }
  if (status === 'pending' && attempt_count > 0) {
    const withOutcome = t('delivery_status.retrying', { outcome })
    const sign = { tone: 'warn', icon: 'replay' } as const
    return { sign, word: t('delivery_status.retried'), withOutcome, hint: withOutcome }
  }
  const sign = DELIVERY_SIGNS[status]
  if (status !== 'cancelled' || cancelled_by == null) return { sign, word: t(`delivery_status.${status}`) }
  const { reason } = cancelled_by
  const why = t('delivery_status.cancelled_hint', { why: t(`ledger_reasons.${reason}`) })
  if (!wasSentSince(delivery))
    return { sign, word: t(`delivery_status.cancelled_by.${reason as 'disabled'}`), hint: why }
  return { sign, word: t('delivery_status.cancelled_resent'), hint: why }
}

/** Where a delivery stands, in the words of its badge. */
export function deliveryText(t: TFunction, delivery: Said): string {
  const { word, withOutcome = word } = deliveryLook(t, delivery)
  return withOutcome
}

/** Where a delivery stands. */
export function DeliveryStatusBadge({
  delivery,
  text,
  look = 'soft',
  hasReason = true,
}: {
  delivery: Said
  /** In the place of the word for the status. */
  text?: string | undefined
  look?: Look
  /** Whether it says what came of the last attempt; else that stands beside it. */
  hasReason?: boolean
}) {
  const { t } = useTranslation()
  const { sign, word, withOutcome = word, hint } = deliveryLook(t, delivery)
  return (
    <Badge {...sign} look={look} title={hint}>
      {text ?? (hasReason ? withOutcome : word)}
    </Badge>
  )
}

/** The same where there is room for the sign alone. */
export function DeliveryMark({ delivery }: { delivery: Said }) {
  const { t } = useTranslation()
  const { sign, word, withOutcome = word, hint = withOutcome } = deliveryLook(t, delivery)
  return (
    <Badge {...sign} look="plain" title={hint}>
      <span className="visually-hidden">{withOutcome}</span>
      {/* It stands on the line of what follows, as a word would. */}
      {'\u200b'}
    </Badge>
  )
}

export function GateOutcomeBadge({ outcome, look = 'soft' }: { outcome: GateSaid; look?: Look }) {
  const { t } = useTranslation()
  return (
    <Badge {...GATE_SIGNS[outcome]} look={look}>
      {t(`gate_outcome.${outcome}`)}
    </Badge>
  )
}

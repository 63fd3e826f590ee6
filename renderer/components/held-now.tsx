import { useTranslation } from 'react-i18next'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { useHeldTime } from '../data/held-time.ts'
import { durationText } from '../data/time-text.ts'
import { inOneLine } from '../i18n/formats.ts'
import { IdLink } from './id-link.tsx'

type Held = Pick<ExchangeView, 'request_id' | 'unanswered' | 'fault' | 'held_ms'>

/** Whether a fault holds the answer of a request now. */
const isHeldNow = ({ unanswered, fault, held_ms }: Pick<Held, 'unanswered' | 'fault' | 'held_ms'>) =>
  unanswered === 'now' && fault !== null && held_ms !== null

interface Props extends Held, Partial<Pick<ExchangeView, 'status' | 'broken_off'>> {
  /** Whether it stands for several, each with a time of its own. */
  isOfMany?: boolean
  /** Whether it says how things stood once: no time runs on. */
  isStill?: boolean
  /** In a row, what its client gets then stands behind it, and which clock counts comes apart. */
  look?: 'line' | 'row'
  className?: string | undefined
}

/** Which fault holds an answer now, for how long, and how much of that is over; nothing of any other request. */
export function HeldNow({ isOfMany = false, isStill = false, look = 'line', className, ...exchange }: Props) {
  const { t } = useTranslation()
  const { fault, held_ms } = exchange
  const running = useHeldTime(isOfMany || isStill ? { ...exchange, unanswered: null } : exchange)
  if (!isHeldNow(exchange) || fault === null || held_ms === null) return null
  const held = inOneLine(durationText(held_ms))
  // What runs says nothing by its tenths.
  const past = running === undefined ? undefined : Math.floor(Math.min(running, held_ms) / 1_000) * 1_000
  const waited = past === undefined ? undefined : inOneLine(durationText(past))
  return (
    <>
      <span className={className} data-word={waited === undefined ? undefined : t('held_now.word')}>
        {look === 'line' && <span className="dim">{t('held_now.by')}</span>}
        <IdLink noun="fault" id={fault} text={t('webhooks.of_fault', { id: fault })} copy="hidden" />
        {look === 'row' && (
          <span className="dim">
            {t(waited !== undefined ? 'held_now.holds' : isOfMany ? 'held_now.holds_each' : 'held_now.holds_it')}
          </span>
        )}
        <span className="dim">
          {waited === undefined ? t(`held_now.for_${look}`, { held }) : t(`held_now.running_${look}`, { waited, held })}
          {look === 'row' && !isOfMany && <HeldAnswer {...exchange} />}
        </span>
      </span>
      {look === 'line' && (
        <>
          {' '}
          <HeldClock {...exchange} />
        </>
      )}
    </>
  )
}

/** What the client gets once it is held no more, if anything. */
function HeldAnswer({ status, broken_off }: Pick<Props, 'status' | 'broken_off'>) {
  const { t } = useTranslation()
  if (status === undefined || broken_off !== null) return null
  return <span title={t('held_now.decided')}>{t('held_now.then_gets', { status })}</span>
}

/** Which clock the time of `HeldNow` is of: in a row it goes first where there is little room. */
export function HeldClock({
  look = 'line',
  ...exchange
}: Pick<Held, 'unanswered' | 'fault' | 'held_ms'> & Pick<Props, 'look'>) {
  const { t } = useTranslation()
  return isHeldNow(exchange) ? <span className="dim">{t(`held_now.clock_${look}`)}</span> : null
}

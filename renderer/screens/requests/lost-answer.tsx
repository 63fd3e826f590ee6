import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import type { lostBy } from '../../components/answered-text.ts'
import { FaultLink } from '../../components/fault-link.tsx'
import { lostText, lostTitle, ofDrill, refusedText, type Told } from '../../components/gate-words.ts'
import { HeldNow } from '../../components/held-now.tsx'
import steps from '../../components/next-steps.module.css'
import { type Edits, NextSteps } from '../../components/next-steps.tsx'
import { ExchangeStatus } from '../../components/status-badge.tsx'
import { useFaultPlace } from '../../data/fault-place.ts'
import { placeOfNoun } from '../../routing/nouns.ts'
import { useHref } from '../../routing/use-place.ts'
import { repeatOf } from './repeat.ts'
import classes from './requests.module.css'

type Way = NonNullable<ReturnType<typeof lostBy>>

/**
 * What became of an answer that a fault dropped, cut short or holds back, or for which nobody waited. Its client has not seen it, so what the checks said of it comes second; what the
 * request did to the world it has done all the same.
 */
export function LostAnswer({ told, way, onEdit }: { told: Told; way: Way; onEdit: (as: Edits) => void }) {
  const { t } = useTranslation()
  const href = useHref()
  const { exchange } = told
  const { trace, fault, caused } = exchange
  const rejected = trace.find(({ outcome }) => outcome === 'rejected')
  // What a client that asks again without knowing of it would do twice.
  const [noun, id] =
    caused.calls[0] === undefined ? (['event', caused.events[0]] as const) : (['call', caused.calls[0]] as const)
  const place = useFaultPlace(fault)
  const leads = fault !== null && place !== undefined && place.is !== 'gone'
  const wasDone = rejected === undefined && exchange.method !== 'GET'
  return (
    <div className={classes.verdict} data-tone="bad">
      <div className={classes.why}>
        <header>
          <h3>{t(lostTitle(exchange, way))}</h3>
          <ExchangeStatus {...exchange} />
        </header>
        {exchange.unanswered === 'now' && (
          <p>
            <HeldNow {...exchange} />
          </p>
        )}
        <p>
          {exchange.unanswered === 'now'
            ? `${t(exchange.origin === 'replay' ? 'lost.replay_will_be' : 'unanswered.will_be', { status: exchange.status })}${ofDrill(t, exchange)}`
            : lostText(t, exchange, way)}
          {(rejected !== undefined || wasDone) && t('common.between_sentences')}
          {rejected === undefined ? wasDone && t(`lost.${repeatOf(exchange)}`) : refusedText(t, rejected, told)}
        </p>
        <div className={steps.next_steps}>
          {id !== undefined && (
            <Action component="a" variant="filled" href={href(...placeOfNoun(noun, id))}>
              {t(`lost.show_${noun}`)}
            </Action>
          )}
          {leads && <FaultLink id={fault} variant={id === undefined ? 'filled' : 'default'} />}
        </div>
        {rejected !== undefined && rejected.gate !== 'fault' && (
          <NextSteps step={rejected} told={told} onEdit={onEdit} isSecond={id !== undefined || leads} />
        )}
      </div>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import type { lostBy } from '../../components/answered-text.ts'
import { ForClient } from '../../components/for-client.tsx'
import { lostText, lostTitle, ofDrill, refusedText, type Told } from '../../components/gate-words.ts'
import { HeldNow } from '../../components/held-now.tsx'
import { DoneAllTheSame, LostNow } from '../../components/lost-now.tsx'
import type { Edits } from '../../components/next-steps.tsx'
import { ExchangeStatus } from '../../components/status-badge.tsx'
import classes from './requests.module.css'

type Way = NonNullable<ReturnType<typeof lostBy>>

interface Props {
  told: Told
  way: Way
  onEdit: (as: Edits) => void
  onSent: (id: string) => void
}

/**
 * What became of an answer that a fault dropped, cut short or holds back, or for which nobody waited. Its client has not seen it, so what the checks said of it comes second; what the
 * request did to the world it has done all the same.
 */
export function LostAnswer({ told, way, onEdit, onSent }: Props) {
  const { t } = useTranslation()
  const { exchange } = told
  const rejected = exchange.trace.find(({ outcome }) => outcome === 'rejected')
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
          {rejected !== undefined && `${t('common.between_sentences')}${refusedText(t, rejected, told)}`}
          <DoneAllTheSame told={told} />
        </p>
        <ForClient exchange={exchange} />
        <LostNow told={told} onEdit={onEdit} onSent={onSent} />
      </div>
    </div>
  )
}

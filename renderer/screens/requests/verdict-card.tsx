import { useTranslation } from 'react-i18next'
import type { TraceStep } from '../../../server/control/protocol/journal.ts'
import { AfterDelay } from '../../components/after-delay.tsx'
import { lostBy } from '../../components/answered-text.ts'
import { explainedText } from '../../components/fault-afterwards.ts'
import { ForClient } from '../../components/for-client.tsx'
import { othersText, refusedFields, refusedText, type Told } from '../../components/gate-words.ts'
import { type Edits, NextSteps } from '../../components/next-steps.tsx'
import { ExchangeStatus } from '../../components/status-badge.tsx'
import { LostAnswer } from './lost-answer.tsx'
import classes from './requests.module.css'

/** Of what no check refused but what is stored, the code says more than the name of the check does. */
const titleOf = ({ gate, code }: TraceStep) =>
  gate === 'handler' ? (code === undefined ? 'failed' : code === 'validation_error' ? 'validation' : code) : gate

/** Why the answer is what it is, and what to press: one sentence before all figures. */
export function VerdictCard({
  told,
  onEdit,
  onSent,
}: {
  told: Told
  onEdit: (as: Edits) => void
  /** Told of the request that was sent again where it says to do so. */
  onSent: (id: string) => void
}) {
  const { t, i18n } = useTranslation()
  const { exchange } = told
  const { trace, status } = exchange
  const way = lostBy(exchange)
  const rejected = trace.find(({ outcome }) => outcome === 'rejected')
  const others = othersText(t, told)
  if (way !== null) return <LostAnswer told={told} way={way} onEdit={onEdit} onSent={onSent} />
  if (rejected === undefined)
    return (
      <div className={classes.verdict} data-tone={status < 400 ? 'good' : 'bad'}>
        <ExchangeStatus {...exchange} />
        <div className={classes.why}>
          <p>{explainedText(t, exchange)}</p>
          <AfterDelay told={told} />
        </div>
      </div>
    )
  const fields = refusedFields(t, rejected, exchange)
  const name = titleOf(rejected)
  // Of a body that is no JSON no field has been read.
  const title = `trace.refused_by.${name === 'validation' && fields.length === 0 ? 'unreadable' : name}`
  return (
    <div className={classes.verdict} data-tone={status === 429 ? 'fast' : status < 500 ? 'warn' : 'bad'}>
      <div className={classes.why}>
        <header>
          <h3>{i18n.exists(title) ? t(title as 'trace.refused_by.rate') : t('trace.refused_by.other')}</h3>
          <ExchangeStatus {...exchange} />
        </header>
        <p>
          {fields.length > 0
            ? fields.map(([field, said]) => (
                <span key={field} className={classes.field}>
                  <code>{field}</code> {said}
                </span>
              ))
            : refusedText(t, rejected, told)}
          {others !== '' && t('common.between_sentences')}
          {others}
        </p>
        <ForClient exchange={exchange} />
        <NextSteps step={rejected} told={told} onEdit={onEdit} onSent={onSent} />
      </div>
    </div>
  )
}

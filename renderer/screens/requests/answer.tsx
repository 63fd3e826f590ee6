import { useTranslation } from 'react-i18next'
import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import { tookText } from '../../components/answered-text.ts'
import { LocalBodyView } from '../../components/body-view.tsx'
import { FaultLink } from '../../components/fault-link.tsx'
import { refusedText } from '../../components/gate-words.ts'
import { ExchangeStatus } from '../../components/status-badge.tsx'
import classes from './requests.module.css'
import { TellingHeaders } from './side.tsx'

/** That a fault has answered, and which: what the request says had no part in it. */
function ByFault({ exchange }: { exchange: ExchangeDetailView }) {
  const { t } = useTranslation()
  const step = exchange.trace.find(({ gate, outcome }) => gate === 'fault' && outcome === 'rejected')
  if (step === undefined) return null
  return (
    <p className={classes.by_fault}>
      {refusedText(t, step, { exchange, world: undefined })}
      <FaultLink id={Number(step.figures?.fault_id ?? exchange.fault)} />
    </p>
  )
}

/** An answer to be held against another one. */
export function Answer(props: {
  title: string
  exchange: ExchangeDetailView | undefined
  /** What to do, while there is none. */
  unsent?: string | undefined
}) {
  const { title, exchange, unsent } = props
  const { t } = useTranslation()
  return (
    <section className={classes.side} aria-label={title}>
      <div className={classes.side_head}>
        <h3>{title}</h3>
        {exchange && (
          <>
            <ExchangeStatus {...exchange} />
            <span className="dim">#{exchange.seq}</span>
            <span className="dim">{tookText(exchange)}</span>
            <TellingHeaders headers={exchange.response.headers} />
          </>
        )}
      </div>
      {exchange !== undefined && <ByFault exchange={exchange} />}
      {exchange ? (
        <LocalBodyView
          body={exchange.response.body}
          label={`${title}${t('common.colon')}${t('requests.response_body')}`}
        />
      ) : (
        unsent !== undefined && <p className={classes.unsent}>{unsent}</p>
      )}
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import { REPLAY_HEADER } from '../../../server/contract/origins.ts'
import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import { IdLink } from '../../components/id-link.tsx'
import { ExchangeStatus } from '../../components/status-badge.tsx'
import { useExchange } from '../../data/queries.ts'
import { Answer } from './answer.tsx'
import classes from './requests.module.css'

/** The request that this one repeats, by its id; `undefined` when it repeats none. */
const repeatedBy = ({ origin, request }: ExchangeDetailView): string | undefined =>
  origin === 'replay'
    ? request.headers.find(([name]) => name.toLowerCase() === REPLAY_HEADER.toLowerCase())?.[1]
    : undefined

function Compared({ id, exchange }: { id: string; exchange: ExchangeDetailView }) {
  const { t } = useTranslation()
  const { data: before, error } = useExchange(id)
  if (error) return <p className={classes.note}>{t('requests.replay_of_nothing', { id })}</p>
  if (before === undefined) return null
  return (
    <details className={classes.replay_of}>
      <summary>
        <span>{t('requests.replay_of')}</span>
        <IdLink noun="request" id={id} text={`#${before.seq}`} copy="hidden" />
        <ExchangeStatus {...before} look="plain" />
        <span aria-hidden>→</span>
        <ExchangeStatus {...exchange} look="plain" />
        <span className="dim">{t('requests.compare')}</span>
      </summary>
      <div className={classes.answers}>
        <Answer title={t('requests.before')} exchange={before} />
        <Answer title={t('requests.now')} exchange={exchange} />
      </div>
    </details>
  )
}

/** Which request a replay repeats, and what that one was answered, beside what it is answered now. */
export function ReplayOf({ exchange }: { exchange: ExchangeDetailView }) {
  const id = repeatedBy(exchange)
  return id === undefined ? null : <Compared id={id} exchange={exchange} />
}

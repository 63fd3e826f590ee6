import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import { BodyView } from '../../components/body-view.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import type { SetUrlState } from '../../routing/use-url-state.ts'
import type { REQUEST_FIELDS, RequestState } from './filters.ts'
import classes from './requests.module.css'

/** Headers that say something about this exchange. The others are the same each time, and folded. */
const TELLING = /^(?:retry-after|x-quota-.*|x-ratelimit-type|allow|www-authenticate|location)$/i

export function TellingHeaders({ headers }: { headers: ExchangeDetailView['request']['headers'] }) {
  return headers
    .filter(([name]) => TELLING.test(name))
    .map(([name, value]) => (
      <span key={name}>
        <span className="dim">{name}</span> <strong>{value}</strong>
      </span>
    ))
}

interface Props {
  title: string
  label: string
  part: ExchangeDetailView['request']
  state: RequestState
  onState: SetUrlState<typeof REQUEST_FIELDS>
  aside?: ReactNode
  /** After how many bytes of the body it was cut. */
  cutAt?: number | undefined
}

/** One side of an exchange: the body, the headers that matter, and all of them when asked for. */
export function Side({ title, label, part: { headers, body }, state, onState, aside, cutAt }: Props) {
  const { t } = useTranslation()
  return (
    <section className={classes.side} aria-label={title}>
      <div className={classes.side_head}>
        <h3>{title}</h3>
        {aside}
        <TellingHeaders headers={headers} />
      </div>
      <BodyView body={body} label={label} look={state.body} onLook={look => onState({ body: look })} cutAt={cutAt} />
      <details className={classes.headers}>
        <summary>{t('requests.headers_count', { count: headers.length })}</summary>
        <KeyValue look="mono" pairs={headers} />
      </details>
    </section>
  )
}

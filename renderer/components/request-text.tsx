import { useTranslation } from 'react-i18next'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import classes from './request-text.module.css'

export function Method({ method }: { method: string }) {
  return <span className={classes.method}>{method}</span>
}

export function PathText({ path, query }: { path: string; query: string }) {
  return (
    <span title={query === '' ? path : `${path}?${query}`}>
      {path}
      {query !== '' && <span className="dim">?{query}</span>}
    </span>
  )
}

/** Who sent a request, where it was not a client. */
export function OriginMark({ origin }: Pick<ExchangeView, 'origin'>) {
  const { t } = useTranslation()
  if (origin === 'client') return null
  return <span className={classes.origin}>{t(`origins.${origin}`)}</span>
}

import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { readableAddress } from '../data/readable-address.ts'
import classes from './request-text.module.css'

export function Method({ method }: { method: string }) {
  return <span className={classes.method}>{method}</span>
}

/** In characters: what is longer may be broken anywhere, as it may be longer than a line. */
const LONGEST_WHOLE = 40

/** A query whose lines end before it and behind an `&`: no date and no name is parted. */
function BrokenQuery({ query }: { query: string }) {
  return query.split(/(?<=&)/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their order
    <Fragment key={place}>
      <wbr />
      <span className={part.length > LONGEST_WHOLE ? undefined : 'nowrap'}>{part}</span>
    </Fragment>
  ))
}

/** To be read; as it was sent, it is told to those who point at it. */
export function PathText({
  path,
  query,
  lines = 'one',
}: {
  path: string
  query: string
  /** `several` where it stands in full, however long it is. */
  lines?: 'one' | 'several'
}) {
  const asked = `?${readableAddress(query)}`
  return (
    <span title={query === '' ? path : `${path}?${query}`}>
      {readableAddress(path)}
      {query !== '' && <span className="dim">{lines === 'one' ? asked : <BrokenQuery query={asked} />}</span>}
    </span>
  )
}

/** Who sent a request, where it was not a client. */
export function OriginMark({ origin }: Pick<ExchangeView, 'origin'>) {
  const { t } = useTranslation()
  if (origin === 'client') return null
  return (
    <span className={classes.origin} data-origin>
      {t(`origins.${origin}`)}
    </span>
  )
}

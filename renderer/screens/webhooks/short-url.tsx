import type { CSSProperties } from 'react'
import { useShown } from '../../routing/use-present.ts'
import classes from './webhooks.module.css'

/** As much of a host as tells `.test` from `.com`, and the port of a local one. */
const HOST_END = 5

/**
 * A URL in a list, in two parts: where it has no room, its host loses its middle and the rest its beginning, so that of two webhooks both who and
 * which can be told. All of it is its title, unless that is another one.
 */
export function ShortUrl({ url: address, title }: { url: string; title?: string }) {
  const url = useShown()(address)
  const [shown = url, host = '', rest] = /^((?:\w+:\/\/)?[^/?#]*)(.*)$/s.exec(url.replace(/^https:\/\//, '')) ?? []
  return (
    <span
      className={`mono ${classes.short_url}`}
      title={title ?? url}
      style={{ '--host': `${host.length}ch` } as CSSProperties}
    >
      <span className="visually-hidden">{shown}</span>
      <span aria-hidden>
        <span>{host.slice(0, -HOST_END)}</span>
        <span>{host.slice(-HOST_END)}</span>
      </span>
      <span aria-hidden>
        <bdi dir="ltr">{rest}</bdi>
      </span>
    </span>
  )
}

import classes from './webhooks.module.css'

/** A URL in a list. Where it has no room it loses its beginning: of two webhooks, the paths differ before the hosts do. */
export function ShortUrl({ url }: { url: string }) {
  return (
    <span className={`mono ${classes.short_url}`} title={url}>
      <bdi dir="ltr">{url.replace(/^https:\/\//, '')}</bdi>
    </span>
  )
}

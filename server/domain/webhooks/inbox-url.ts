/** The receiver inside Ringback: `https://inbox.ringback.test/<name>` (surface: Words). `.test` is never in DNS (RFC 6761). */
export const RINGBACK_DOMAIN = 'ringback.test'
export const INBOX_HOST = `inbox.${RINGBACK_DOMAIN}`
export const INBOX_ORIGIN = `https://${INBOX_HOST}`
export const INBOX_NAME_PATTERN = '^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}$'

const inboxName = new RegExp(INBOX_NAME_PATTERN)

export interface InboxAddress {
  name: string
  /** Path and query as a receiver would see them: `/crm-1/hooks?x=1`. */
  path: string
}

export function isInboxName(name: string): boolean {
  return inboxName.test(name)
}

/** The webhook URL of an inbox. */
export function inboxUrl(name: string): string {
  return `${INBOX_ORIGIN}/${name}`
}

/** Is this the origin of the inboxes, with or without a name that one can have? */
export function isInboxUrl(url: URL): boolean {
  return url.origin === INBOX_ORIGIN
}

/** The inbox that a URL means; undefined when the URL is elsewhere or its first path segment is no inbox name. */
export function inboxOf(url: URL): InboxAddress | undefined {
  if (!isInboxUrl(url)) return undefined
  const name = url.pathname.split('/')[1]!
  return isInboxName(name) ? { name, path: `${url.pathname}${url.search}` } : undefined
}

/** Is this host (`bareHost`) in Ringback's own domain? Its names never leave the process, and only inboxes live there. */
export function isRingbackHost(host: string): boolean {
  return host === RINGBACK_DOMAIN || host.endsWith(`.${RINGBACK_DOMAIN}`)
}

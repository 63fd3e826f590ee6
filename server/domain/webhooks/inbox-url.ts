/** The receiver inside Ringback is `https://inbox.ringback.test/<name>`. Names under `.test` are never in DNS (RFC 6761). */
const RINGBACK_DOMAIN = 'ringback.test'
const INBOX_HOST = `inbox.${RINGBACK_DOMAIN}`
export const INBOX_ORIGIN = `https://${INBOX_HOST}`
const INBOX_NAME_PATTERN = '^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}$'

const inboxName = new RegExp(INBOX_NAME_PATTERN)

interface InboxAddress {
  name: string
  /** Path and query as a receiver would see them: `/crm-1/hooks?x=1`. */
  path: string
}

export function isInboxName(name: string): boolean {
  return inboxName.test(name)
}

export function inboxUrl(name: string): string {
  return `${INBOX_ORIGIN}/${name}`
}

/** Whether this is the origin of the inboxes, whatever follows it. */
export function isInboxUrl(url: URL): boolean {
  return url.origin === INBOX_ORIGIN
}

/** The inbox that a URL leads to; undefined when it leads elsewhere, or when its first path segment cannot name an inbox. */
export function inboxOf(url: URL): InboxAddress | undefined {
  if (!isInboxUrl(url)) return undefined
  const name = url.pathname.split('/')[1]!
  return isInboxName(name) ? { name, path: `${url.pathname}${url.search}` } : undefined
}

/** Whether a host (`bareHost`) is that of the inboxes. */
export const isInboxHost = (host: string): boolean => host === INBOX_HOST

/** Whether a host (`bareHost`) is in Ringback's own domain. Nothing sent there leaves the process, and only inboxes receive it. */
export function isRingbackHost(host: string): boolean {
  return host === RINGBACK_DOMAIN || host.endsWith(`.${RINGBACK_DOMAIN}`)
}

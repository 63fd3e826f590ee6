import { bareHost, hostKind } from './address.ts'
import { INBOX_ORIGIN, inboxOf, isInboxUrl, isRingbackHost } from './inbox-url.ts'
import { shownUrl } from './webhook-url.ts'

/** Leads deliveries for a registered https origin (perhaps with a path prefix) to a local address. */
export interface Forward {
  readonly from: string
  readonly to: string
}

interface ForwardedUrl {
  forward: Forward
  url: URL
}

/** What is wrong with a forward, and how to fix it; undefined when it is fine. */
export function validateForward({ from, to }: Forward): string | undefined {
  const source = plainUrl(from)
  if (source?.protocol !== 'https:') {
    return `Forward source must be an https:// origin, with or without a path (got ${shownUrl(from)}). Name the origin that your code registers, such as https://crm.example.com.`
  }
  if (isRingbackHost(bareHost(source.hostname))) {
    return `Forward source must not be an inbox of Ringback (got ${shownUrl(from)}). Name the origin that your code registers, such as https://crm.example.com.`
  }
  const target = plainUrl(to)
  if (target === undefined) {
    return `Forward target must be an http:// or https:// address, with or without a path (got ${shownUrl(to)}). Name where your receiver listens, such as http://127.0.0.1:3000.`
  }
  if (isInboxUrl(target)) {
    return inboxOf(target) === undefined
      ? `Forward target must name an inbox (got ${shownUrl(to)}). Write ${INBOX_ORIGIN}/<name>.`
      : undefined
  }
  const kind = hostKind(target.hostname)
  if (isRingbackHost(bareHost(target.hostname)) || !(kind === undefined || kind === 'loopback' || kind === 'private')) {
    return `Forward target must be a local address (got ${shownUrl(to)}). Use a loopback or private one, for example http://127.0.0.1:3000.`
  }
  return undefined
}

/** What is wrong with a list of forwards, as `validateForward` says it. */
export function validateForwards(forwards: readonly Forward[]): string | undefined {
  const seen = new Set<string>()
  for (const forward of forwards) {
    const problem = validateForward(forward)
    if (problem !== undefined) return problem
    const from = new URL(forward.from).href
    if (seen.has(from)) return `There are two forwards from ${forward.from}. Keep one.`
    seen.add(from)
  }
  return undefined
}

/** The address to which the forwards lead a URL, with its path and query; undefined when none matches. The longest matching `from` wins. */
export function applyForwards(url: URL, forwards: readonly Forward[]): ForwardedUrl | undefined {
  let best: { forward: Forward; prefix: string } | undefined
  for (const forward of forwards) {
    const from = new URL(forward.from)
    if (from.origin !== url.origin) continue
    const prefix = withoutSlash(from.pathname)
    const matches = url.pathname === prefix || url.pathname.startsWith(`${prefix}/`)
    if (matches && (best === undefined || prefix.length > best.prefix.length)) best = { forward, prefix }
  }
  if (best === undefined) return undefined
  const target = new URL(best.forward.to)
  const rest = url.pathname.slice(best.prefix.length)
  if (rest !== '') target.pathname = `${withoutSlash(target.pathname)}${rest}`
  target.search = url.search
  return { forward: best.forward, url: target }
}

/** An http or https URL that consists of origin and path only. */
function plainUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[^/?#\\@\s]+(\/[^?#\\\s]*)?$/.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.port === '0' ? undefined : url
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '')
}

import { bareHost, hostKind } from './address.ts'
import { INBOX_ORIGIN, inboxOf, isRingbackHost } from './inbox-url.ts'

interface WebhookUrlRules {
  /** In UTF-16 code units (assumption webhooks.url_rules). */
  maxLength: number
  /** Whether `http://` is accepted for loopback hosts (assumption webhooks.http_on_loopback). */
  httpOnLoopback: boolean
  /** Whether `https://` is accepted for hosts that cannot be reached from outside (assumption webhooks.private_urls). */
  privateHosts: boolean
}

/**
 * What a URL may not contain, although the URL parser would silently drop or encode it: white space of any script, control characters,
 * invisible characters and lone surrogates. Every reader has to see the same URL.
 */
const UNSAFE = /[\s\p{Z}\p{Cc}\p{Cf}\p{Cs}]/u
const EVERY_UNSAFE = new RegExp(UNSAFE, 'gu')
const SHOWN_LENGTH = 100

/**
 * What is wrong with a webhook URL, and how to fix it; undefined when it is fine (contract/README.md#webhook; assumption
 * webhooks.url_rules). The text is checked both raw and parsed, because the parser alone accepts `https:host`, `https:///host` and more.
 */
export function checkWebhookUrl(
  url: string,
  { maxLength, httpOnLoopback, privateHosts }: WebhookUrlRules,
): string | undefined {
  if (url.length > maxLength) {
    return `Webhook URL must have at most ${maxLength} characters (got ${url.length}). Shorten it, or raise webhooks.url_rules.`
  }
  const got = `(got ${shownUrl(url)})`
  if (UNSAFE.test(url)) {
    return `Webhook URL must not contain spaces, control or invisible characters ${got}. Percent-encode them, for example %20.`
  }
  if (url.includes('\\')) return `Webhook URL must not contain backslashes ${got}. Write / or %5C.`
  if (!/^https?:\/\/[^/?#]/.test(url)) {
    return `Webhook URL must begin with https:// and a host ${got}. Use https://crm.example.com/hooks or, to receive inside Ringback, ${INBOX_ORIGIN}/<name>.`
  }
  if (!URL.canParse(url)) {
    return `Webhook URL must be a valid URL ${got}. Check the host and the port, for example https://crm.example.com:8443/hooks.`
  }
  const parsed = new URL(url)
  if (parsed.protocol === 'http:') {
    const problem = checkHttp(parsed, { got, httpOnLoopback })
    if (problem !== undefined) return problem
  }
  if (!privateHosts && parsed.protocol === 'https:' && isPrivateHost(parsed.hostname)) {
    return `Webhook URL must be reachable from outside ${got}. Use a public name and map it with --forward, or set webhooks.private_urls to accept.`
  }
  // The parser drops an empty user name, so the raw text is searched.
  if (/^[^/]+\/\/[^/?#]*@/.test(url)) {
    return 'Webhook URL must not contain a user name or password. Leave them out: deliveries are authenticated by their signature.'
  }
  if (url.includes('#')) return `Webhook URL must not contain a fragment ${got}. Leave out # and what follows it.`
  if (parsed.port === '0') return `Webhook URL must not use port 0 ${got}. Name the port that the receiver listens on.`
  if (isRingbackHost(bareHost(parsed.hostname)) && inboxOf(parsed) === undefined) {
    return `Webhook URL under ringback.test must be an inbox, ${INBOX_ORIGIN}/<name> ${got}. Use a name of 1 to 64 letters, digits, dots, underscores and hyphens.`
  }
  return undefined
}

/** Whether a host is on this machine or in a private network, as far as its name or address shows. */
export function isPrivateHost(hostname: string): boolean {
  const kind = hostKind(hostname)
  return kind !== undefined && kind !== 'public'
}

function checkHttp(parsed: URL, { got, httpOnLoopback }: { got: string; httpOnLoopback: boolean }): string | undefined {
  if (hostKind(parsed.hostname) !== 'loopback') {
    return `Webhook URL must be https ${got}. Register the https:// URL, and map it with --forward if the receiver is local.`
  }
  if (httpOnLoopback) return undefined
  return `Webhook URL must be https ${got}. Map it with --forward, or switch on webhooks.http_on_loopback.`
}

/** A URL as messages show it: shortened, with invisible characters spelled out, and without user name and password. */
export function shownUrl(url: string): string {
  const cut = url.length > SHOWN_LENGTH ? `${url.slice(0, SHOWN_LENGTH)}…` : url
  return cut
    .replace(/\/\/[^/?#]*@/, '//…@')
    .replace(EVERY_UNSAFE, character => `\\u{${character.codePointAt(0)!.toString(16)}}`)
}

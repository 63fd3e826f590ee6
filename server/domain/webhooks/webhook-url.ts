import { fieldProblem } from '../../contract/field-problems.ts'
import type { Sentence } from '../../contract/sentences.ts'
import { bareHost, hostKind } from './address.ts'
import { INBOX_ORIGIN, inboxOf, isInboxHost, isRingbackHost } from './inbox-url.ts'

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
    return fieldProblem('url_long', { most: maxLength, length: url.length })
  }
  const got = { url: shownUrl(url), inbox: INBOX_ORIGIN }
  if (UNSAFE.test(url)) {
    return fieldProblem('url_unsafe', got)
  }
  if (url.includes('\\')) return fieldProblem('url_backslash', got)
  const problem = checkBeginning(url)
  if (problem !== undefined) return fieldProblem(problem, got)
  if (!URL.canParse(url)) {
    return fieldProblem('url_invalid', got)
  }
  const parsed = new URL(url)
  if (parsed.protocol === 'http:') {
    const refused = checkHttp(parsed, { got, httpOnLoopback })
    if (refused !== undefined) return refused
  }
  if (!privateHosts && parsed.protocol === 'https:' && isPrivateHost(parsed.hostname)) {
    return fieldProblem('url_private', got)
  }
  // The parser drops an empty user name, so the raw text is searched.
  if (/^[^/]+\/\/[^/?#]*@/.test(url)) {
    return fieldProblem('url_credentials')
  }
  if (url.includes('#')) return fieldProblem('url_fragment', got)
  if (parsed.port === '0') return fieldProblem('url_port', got)
  if (isRingbackHost(bareHost(parsed.hostname)) && inboxOf(parsed) === undefined) {
    return checkInbox(parsed, got)
  }
  return undefined
}

/** Whether it has a scheme as it must be written, and a host behind it; the parser would mend both. */
function checkBeginning(url: string): 'url_upper_case' | 'url_host_missing' | 'url_no_host' | undefined {
  if (/^https?:\/\/[^/?#]/.test(url)) return undefined
  if (/^https?:\/\/[^/?#]/i.test(url)) return 'url_upper_case'
  return /^https:\/\/(?:[/?#]|$)/.test(url) ? 'url_host_missing' : 'url_no_host'
}

/** What keeps a URL of Ringback's own domain from being an inbox. */
function checkInbox({ hostname, port }: URL, got: Sentence['figures']): string {
  if (!isInboxHost(bareHost(hostname))) return fieldProblem('url_inbox_host', { ...got, host: hostname })
  if (hostname.endsWith('.')) return fieldProblem('url_inbox_dot', got)
  return port === '' ? fieldProblem('url_no_inbox', got) : fieldProblem('url_inbox_port', { ...got, port })
}

/** Whether a host is on this machine or in a private network, as far as its name or address shows. */
export function isPrivateHost(hostname: string): boolean {
  const kind = hostKind(hostname)
  return kind !== undefined && kind !== 'public'
}

function checkHttp(
  parsed: URL,
  { got, httpOnLoopback }: { got: Sentence['figures']; httpOnLoopback: boolean },
): string | undefined {
  if (hostKind(parsed.hostname) !== 'loopback') {
    return fieldProblem('url_http', got)
  }
  if (httpOnLoopback) return undefined
  return fieldProblem('url_http_on_loopback', got)
}

/** A URL as messages show it: shortened, with what nobody sees spelled out (a space is seen), and without user name and password. */
export function shownUrl(url: string): string {
  const cut = url.length > SHOWN_LENGTH ? `${url.slice(0, SHOWN_LENGTH)}…` : url
  return cut
    .replace(/\/\/[^/?#]*@/, '//…@')
    .replace(EVERY_UNSAFE, character =>
      character === ' ' ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`,
    )
}

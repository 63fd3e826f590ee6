import { type ControlSentence, controlSentence } from '../../contract/control-errors.ts'
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

/** The part of a forward with which something is wrong, and how to fix it. */
interface ForwardProblem {
  readonly field: keyof Forward
  readonly problem: string
}

/** What is wrong with a forward, and how to fix it; undefined when it is fine. */
export function validateForward(forward: Forward): string | undefined {
  return problemOf(forward)?.problem
}

function problemOf({ from, to }: Forward): ForwardProblem | undefined {
  const source = checkSource(from)
  if (source !== undefined) return { field: 'from', problem: sentence(source, from) }
  const target = checkTarget(to)
  return target && { field: 'to', problem: sentence(target, to) }
}

const sentence = (name: ForwardSentence, given: string) =>
  controlSentence('invalid_request', name, { given: shownUrl(given), inbox: INBOX_ORIGIN })
type ForwardSentence = Extract<ControlSentence<'invalid_request'>, `forward_${string}`>

function checkSource(from: string): ForwardSentence | undefined {
  if (from === '') return 'forward_source_empty'
  const source = plainUrl(from)
  if (source === undefined && plainUrl(lowerScheme(from))?.protocol === 'https:') return 'forward_source_case'
  const part = /^https:/.test(from) ? partAtFault(from) : undefined
  if (part !== undefined) return `forward_source_${part}`
  if (source?.protocol !== 'https:') return 'forward_source'
  return isRingbackHost(bareHost(source.hostname)) ? 'forward_source_inbox' : undefined
}

function checkTarget(to: string): ForwardSentence | undefined {
  if (to === '') return 'forward_target_empty'
  const target = plainUrl(to)
  if (target === undefined) {
    const part = partAtFault(to)
    if (part !== undefined) return `forward_target_${part}`
    return plainUrl(lowerScheme(to)) ? 'forward_target_case' : 'forward_target'
  }
  if (isInboxUrl(target)) return inboxOf(target) === undefined ? 'forward_target_no_inbox' : undefined
  const kind = hostKind(target.hostname)
  const isLocal = kind === undefined || kind === 'loopback' || kind === 'private'
  return isLocal && !isRingbackHost(bareHost(target.hostname)) ? undefined : 'forward_target_not_local'
}

/** The part of an http or https URL that no forward can have; undefined when it is something else that is wrong. */
function partAtFault(url: string): 'user' | 'port' | 'query' | undefined {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#\\\s]+)([^\\\s]*)$/.exec(url) ?? []
  if (authority === undefined) return undefined
  if (authority.includes('@')) return 'user'
  const port = /:(\d+)$/.exec(authority)?.[1]
  if (port !== undefined && (Number(port) === 0 || Number(port) > MOST_PORTS)) return 'port'
  return /[?#]/.test(rest) ? 'query' : undefined
}
const MOST_PORTS = 65_535

const lowerScheme = (url: string) => url.replace(/^https?:/i, scheme => scheme.toLowerCase())

/** What is wrong with a list of forwards, as `validateForward` says it. */
export function validateForwards(forwards: readonly Forward[]): string | undefined {
  return findForwardProblem(forwards)?.problem
}

/** The first of a list of forwards with which something is wrong, by its place from 0. */
export function findForwardProblem(forwards: readonly Forward[]): (ForwardProblem & { index: number }) | undefined {
  const seen = new Set<string>()
  for (const [index, forward] of forwards.entries()) {
    const found = problemOf(forward)
    if (found !== undefined) return { index, ...found }
    const from = new URL(forward.from).href
    if (seen.has(from)) return { index, field: 'from', problem: sentence('forward_twice', forward.from) }
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

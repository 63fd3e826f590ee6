import { controlSentence } from '../../contract/control-errors.ts'
import { type ForwardSentence, forwardSourceFault, forwardTargetFault } from '../../contract/forward-shape.ts'
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
  const source = forwardSourceFault(from)
  if (source !== undefined) return { field: 'from', problem: sentence(source, from) }
  const target = checkTarget(to)
  return target && { field: 'to', problem: sentence(target, to) }
}

const sentence = (name: ForwardSentence, given: string) =>
  controlSentence('invalid_request', name, { given: shownUrl(given), inbox: INBOX_ORIGIN })

function checkTarget(to: string): ForwardSentence | undefined {
  const fault = forwardTargetFault(to)
  if (fault !== undefined) return fault
  const target = new URL(to)
  if (isInboxUrl(target)) return inboxOf(target) === undefined ? 'forward_target_no_inbox' : undefined
  const kind = hostKind(target.hostname)
  const isLocal = kind === undefined || kind === 'loopback' || kind === 'private'
  return isLocal && !isRingbackHost(bareHost(target.hostname)) ? undefined : 'forward_target_not_local'
}

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

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '')
}

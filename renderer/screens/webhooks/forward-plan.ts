import type { ForwardView } from '../../../server/control/protocol/webhooks.ts'

/** The URL that code registers, and the local address at which its receiver listens. */
export interface Route {
  readonly registered: string
  readonly local: string
}

export const EXAMPLE: Route = { registered: 'https://crm.example.com/hooks', local: 'http://127.0.0.1:3000/hooks' }

/**
 * What the parser reads as it is written: of `https:///x` it would make `https://x`, and of `localhost:3000` a scheme. Only what is registered may
 * have a query, which no rule is about.
 */
const REGISTERED = /^https:\/\/[^/?#\\@\s][^#\\@\s]*$/
const LOCAL = /^https?:\/\/[^/?#\\@\s][^?#\\@\s]*$/

/** Whether a rule can lead the one to the other, as far as their shape goes. Pure. */
export const isRoute = ({ registered, local }: Route): boolean => {
  const from = REGISTERED.test(registered) ? parsed(registered) : undefined
  return from !== undefined && !/(^|\.)ringback\.test\.?$/.test(from.hostname) && from.port !== '0' && isLocal(local)
}

/** Whether a server can listen at such an address, as far as its shape goes. Pure. */
export const isLocal = (local: string): boolean => LOCAL.test(local) && !['0', undefined].includes(parsed(local)?.port)

/** Whether one of the rules leads a registered URL somewhere. Pure. */
export function isLedByAny(registered: string, rules: readonly ForwardView[]): boolean {
  const url = parsed(registered)
  return rules.some(({ from }) => {
    const rule = parsed(from)
    const path = bare(rule?.pathname ?? '')
    return rule?.origin === url?.origin && (url?.pathname === path || url?.pathname.startsWith(`${path}/`) === true)
  })
}

/**
 * The rule that leads a registered URL to a local address: from origin to origin where the paths are equal, as most are. What is no such URL stays
 * as it is, for the emulator to say what is wrong with it.
 */
export function ruleFor({ registered, local }: Route): ForwardView {
  const from = REGISTERED.test(registered) ? parsed(registered) : undefined
  const to = LOCAL.test(local) ? parsed(local) : undefined
  const isSamePath = from?.pathname === to?.pathname
  const ruleOf = (url: URL) => (isSamePath ? url.origin : `${url.origin}${url.pathname}`)
  return { from: from ? ruleOf(from) : registered, to: to ? ruleOf(to) : local }
}

/** The rules with one more; one that begins at the same place makes room for it. */
export function withRule(rules: readonly ForwardView[], rule: ForwardView): ForwardView[] {
  const place = (from: string) => parsed(from)?.href ?? from
  return [...rules.filter(({ from }) => place(from) !== place(rule.from)), rule]
}

/** What a rule is tried with as long as no webhook uses it. */
export function routeOf({ from, to }: ForwardView): Route {
  const hasPath = parsed(from)?.pathname !== '/'
  return hasPath ? { registered: from, local: to } : { registered: `${bare(from)}/hooks`, local: `${bare(to)}/hooks` }
}

/**
 * How a local address gets deliveries: from a URL of the same path, so that one rule leads all of its origin there, and of an origin that has that
 * rule, or none.
 */
export function routeTo(local: string, rules: readonly ForwardView[]): Route {
  const taken = new Set(rules.map(({ from }) => parsed(from)?.hostname))
  const name = (n: number) => (n === 1 ? 'crm.example.com' : `crm-${n}.example.com`)
  let n = 1
  while (taken.has(name(n))) n++
  const there = rules.find(rule => parsed(rule.to)?.href === `${parsed(local)?.origin}/`)
  const origin = (there && parsed(there.from)?.origin) ?? `https://${name(n)}`
  return { registered: `${origin}${parsed(local)?.pathname ?? '/hooks'}`, local }
}

const bare = (url: string) => url.replace(/\/$/, '')
const parsed = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined)

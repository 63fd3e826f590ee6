import type { ForwardView } from '../../../server/control/protocol/webhooks.ts'
import { hostReach } from './host-reach.ts'

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

/** The host of a local address that may be one of the internet, to which no rule leads: a name that is kept from it by nothing. Pure. */
export function publicName(local: string): string | undefined {
  const host = isLocal(local) ? parsed(local)?.hostname : undefined
  if (host === undefined || /^\[|^\d+(?:\.\d+){3}$/.test(host) || /(^|\.)ringback\.test\.?$/.test(host))
    return undefined
  return hostReach(`https://${host}/`) === undefined ? host : undefined
}

/**
 * The rules as somebody has changed them, once others were saved meanwhile: those, without what was taken out here and with what was put in.
 * Pure.
 */
export function withChanges(
  saved: readonly ForwardView[],
  { before, after }: { before: readonly ForwardView[]; after: readonly ForwardView[] },
): ForwardView[] {
  const has = (rules: readonly ForwardView[], { from, to }: ForwardView) =>
    rules.some(rule => rule.from === from && rule.to === to)
  const kept = saved.filter(rule => has(after, rule) || !has(before, rule))
  return [...kept, ...after.filter(rule => !has(before, rule) && !has(saved, rule))]
}

/** Where a rule leads a registered URL. */
export interface Led {
  readonly rule: ForwardView
  readonly to: string
}

/** Where the rules lead a registered URL: the longest that matches wins. `undefined` where none does. Pure. */
export function ledBy(registered: string, rules: readonly ForwardView[]): Led | undefined {
  const url = parsed(registered)
  if (url === undefined) return undefined
  const lengthOf = ({ from }: ForwardView) => bare(parsed(from)?.pathname ?? '').length
  const matches = rules.filter(({ from }) => {
    const rule = parsed(from)
    const path = bare(rule?.pathname ?? '')
    return rule?.origin === url.origin && (url.pathname === path || url.pathname.startsWith(`${path}/`))
  })
  // Of two that are as long, the first.
  const [rule] = matches.toSorted((one, other) => lengthOf(other) - lengthOf(one))
  const target = rule && parsed(rule.to)
  if (rule === undefined || target === undefined) return undefined
  const rest = url.pathname.slice(lengthOf(rule))
  if (rest !== '') target.pathname = `${bare(target.pathname)}${rest}`
  target.search = url.search
  return { rule, to: target.href }
}

/** Whether that is the local address, however it is written; a query comes from what is registered. Pure. */
export function isSamePlace(to: string, local: string): boolean {
  const [one, other] = [parsed(to), parsed(local)]
  return one !== undefined && one.origin === other?.origin && bare(one.pathname) === bare(other.pathname)
}

/** The rule that makes a route so, and what it is to the rules that there are. */
export interface Plan {
  readonly rule: ForwardView
  /** The one that begins where it begins, in whose place it comes. */
  readonly replaced: ForwardView | undefined
  /** The one that leads the registered URL now, and goes on to lead what is beside it. */
  readonly beaten: ForwardView | undefined
}

/** How a route becomes so: by the rule for all of its origin, unless a longer one beats that; then by one that nothing beats. Pure. */
export function planFor(route: Route, rules: readonly ForwardView[]): Plan {
  const wide = ruleFor(route)
  const led = ledBy(route.registered, withRule(rules, wide))
  const isEnough = !isRoute(route) || (led !== undefined && isSamePlace(led.to, route.local))
  const rule = isEnough ? wide : exactRule(route)
  const replaced = rules.find(({ from }) => isSameStart(from, rule.from))
  const winner = ledBy(route.registered, rules)?.rule
  return { rule, replaced, beaten: winner === replaced ? undefined : winner }
}

/** Begins at the registered URL itself: none that leads it can be longer. */
function exactRule({ registered, local }: Route): ForwardView {
  const from = new URL(registered)
  return { from: `${from.origin}${from.pathname}`, to: local }
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
  return [...rules.filter(({ from }) => !isSameStart(from, rule.from)), rule]
}

/** A slash at the end makes no other place of it. */
const isSameStart = (one: string, other: string): boolean =>
  bare(parsed(one)?.href ?? one) === bare(parsed(other)?.href ?? other)

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

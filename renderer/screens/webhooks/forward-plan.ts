import type { ForwardView } from '../../../server/control/protocol/webhooks.ts'

/** The URL that code registers, and the local address at which its receiver listens. */
export interface Route {
  readonly registered: string
  readonly local: string
}

export const EXAMPLE: Route = { registered: 'https://crm.example.com/hooks', local: 'http://127.0.0.1:3000/hooks' }

/** The rule that leads a registered URL to a local address: from origin to origin where the paths are equal, as most are. */
export function ruleFor({ registered, local }: Route): ForwardView {
  const [from, to] = [parsed(registered), parsed(local)]
  if (from === undefined || to === undefined) return { from: registered, to: local }
  return from.pathname === to.pathname
    ? { from: from.origin, to: to.origin }
    : { from: `${from.origin}${from.pathname}`, to: `${to.origin}${to.pathname}` }
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

const bare = (url: string) => url.replace(/\/$/, '')
const parsed = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined)

import type { Instant } from '../../kernel/instant.ts'

/** Which requests a fault is for; what is left out matches everything. */
export interface FaultMatch {
  readonly method?: string
  /** Below the API prefix: `/calls/*`, `/calls/{callId}`, `/webhooks*`. */
  readonly path?: string
  /** Slug of a tenant; a request without a valid key has none. */
  readonly tenant?: string
}

/** What a fault is asked about. */
export interface FaultSubject {
  readonly method: string
  /** Below the API prefix, as sent. */
  readonly path: string
  readonly tenant: string | undefined
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** `*` stands for any characters, `{name}` for one segment; the rest is taken literally and has to match whole. */
export function pathPattern(pattern: string): RegExp {
  const parts = pattern.split(/(\*|\{\w+\})/)
  const source = parts.map(part => (part === '*' ? '.*' : /^\{\w+\}$/.test(part) ? '[^/]+' : escaped(part)))
  return new RegExp(`^${source.join('')}$`, 's')
}

/** Whether a request is one that a fault is for. Pure. */
export function matcherOf({ method, path, tenant }: FaultMatch): (subject: FaultSubject) => boolean {
  const pattern = path === undefined ? undefined : pathPattern(path)
  const wanted = method?.toUpperCase()
  return subject =>
    (wanted === undefined || subject.method === wanted) &&
    (pattern === undefined || pattern.test(subject.path)) &&
    (tenant === undefined || subject.tenant === tenant)
}

/** Whether a fault can still fire: neither spent nor expired. Pure. */
export function isLive(
  { times, fired, expires_at }: { times: number | null; fired: number; expires_at: Instant | null },
  now: Instant,
): boolean {
  return (times === null || fired < times) && (expires_at === null || now < expires_at)
}

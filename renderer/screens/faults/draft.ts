import type { FaultBody, FaultView } from '../../../server/control/protocol.ts'

/** What the form holds: texts as they were typed; empty leaves a thing out. */
export interface FaultDraft {
  method: string
  path: string
  tenant: string
  /** Seconds of real time. */
  latency: string
  status: string
  code: string
  connection: Connection
  /** Bytes that arrive before the connection ends. */
  bytes: string
  times: string
  /** Per cent. */
  probability: string
  /** Minutes of emulated time. */
  minutes: string
}
export const CONNECTIONS = ['kept', 'drop', 'truncate'] as const
export type Connection = (typeof CONNECTIONS)[number]

export const EMPTY_DRAFT: FaultDraft = {
  method: '',
  path: '',
  tenant: '',
  latency: '',
  status: '',
  code: '',
  connection: 'kept',
  bytes: '20',
  times: '',
  probability: '100',
  minutes: '',
}

/** Ready-made effects; each fills the form, which can then be changed. */
export const TEMPLATES = {
  slow: { latency: '3' },
  unavailable: { status: '503', code: 'service_unavailable' },
  rate_limited: { status: '429', code: 'rate_limit_exceeded' },
  dropped: { connection: 'drop' },
  cut: { connection: 'truncate', bytes: '20' },
  flaky: { status: '500', code: 'server_error', probability: '30' },
} as const satisfies Record<string, Partial<FaultDraft>>
export type TemplateName = keyof typeof TEMPLATES

const number = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))

/** Only what is there. */
function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>
  }
}

/** The body that the form stands for. Whether it makes sense is for the server to say. Pure. */
export function faultOf(draft: FaultDraft): FaultBody {
  const { method, path, tenant, connection } = draft
  const [seconds, percent, minutes] = [number(draft.latency), number(draft.probability), number(draft.minutes)]
  const match = given({ method, path, tenant })
  return {
    ...(Object.keys(match).length > 0 ? { match } : {}),
    effect: given({
      latency: seconds === undefined ? undefined : `PT${seconds}S`,
      status: number(draft.status),
      code: draft.code,
      drop: connection === 'drop' ? true : undefined,
      truncate: connection === 'truncate' ? number(draft.bytes) : undefined,
    }),
    ...given({
      times: number(draft.times),
      probability: percent === undefined || percent === 100 ? undefined : percent / 100,
      ttl: minutes === undefined ? undefined : `PT${minutes}M`,
    }),
  }
}

/** The body that lays a fault down again. */
export function bodyOf({ match, effect, times, probability, ttl }: FaultView): FaultBody {
  return { effect, ...given({ match, times, probability, ttl }) }
}

export type FaultState = 'live' | 'spent' | 'expired'

/** Whether a fault can still fire at an emulated instant. Pure. */
export function stateOf({ times, fired, expires_at }: FaultView, now: number): FaultState {
  if (times !== undefined && fired >= times) return 'spent'
  return expires_at !== null && now >= Date.parse(expires_at) ? 'expired' : 'live'
}

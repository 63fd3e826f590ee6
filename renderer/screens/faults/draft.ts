import type { FaultOutcome } from '../../../server/contract/control-bodies.ts'
import type { EventKind, Forgery } from '../../../server/contract/events.ts'
import { isBeginning, missesContract } from '../../../server/contract/fault-reach.ts'
import type { FaultBody, FaultView } from '../../../server/control/protocol/faults.ts'
import { secondsOfIso } from '../../data/time-text.ts'

/** What the form holds: texts as they were typed; empty leaves a thing out. */
export interface FaultDraft {
  subject: Subject
  tenant: string
  method: string
  path: string
  /** What the service has answered; empty for either. */
  outcome: FaultOutcome | ''
  /** Kind of event of the deliveries. */
  event: string
  webhook: string
  /** Seconds of real time. */
  latency: string
  status: string
  code: string
  /** Seconds that the client is told to wait. */
  retryAfter: string
  connection: Connection
  /** Bytes that arrive before the connection ends. */
  bytes: string
  timing: Timing
  /** Seconds of emulated time. */
  wait: string
  /** How many times more a delivery is sent. */
  copies: string
  /** What is wrong with the delivery that is made up; empty for none. */
  forge: Forgery | ''
  times: string
  /** Per cent. */
  probability: string
  /** Minutes of emulated time. */
  minutes: string
}
/** What the parts of the form get. */
export interface FieldsProps {
  draft: FaultDraft
  set: (change: Partial<FaultDraft>) => void
}

export const SUBJECTS = ['requests', 'deliveries'] as const
export type Subject = (typeof SUBJECTS)[number]
export const TIMINGS = ['kept', 'reorder', 'delay'] as const
/** When the first attempt of a delivery is made. */
export type Timing = (typeof TIMINGS)[number]
export const FORGERIES = ['wrong_secret', 'tampered', 'no_header'] as const satisfies readonly Forgery[]
export const OUTCOMES = ['success', 'error'] as const satisfies readonly FaultOutcome[]
export const CONNECTIONS = ['kept', 'drop', 'truncate'] as const
export type Connection = (typeof CONNECTIONS)[number]

export const EMPTY_DRAFT: FaultDraft = {
  subject: 'requests',
  tenant: '',
  method: '',
  path: '',
  outcome: '',
  event: '',
  webhook: '',
  latency: '',
  status: '',
  code: '',
  retryAfter: '',
  connection: 'kept',
  bytes: '20',
  timing: 'kept',
  wait: '60',
  copies: '',
  forge: '',
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
  reordered: { subject: 'deliveries', timing: 'reorder', wait: '3600' },
  late: { subject: 'deliveries', timing: 'delay', wait: '60' },
  duplicated: { subject: 'deliveries', copies: '1' },
  forged: { subject: 'deliveries', forge: 'wrong_secret', times: '1' },
} as const satisfies Record<string, Partial<FaultDraft>>
export type TemplateName = keyof typeof TEMPLATES

const NAMED_BY = {
  latency: 'slow',
  drop: 'dropped',
  truncate: 'cut',
  reorder: 'reordered',
  delay: 'late',
  duplicate: 'duplicated',
  forge: 'forged',
} as const satisfies { readonly [Field in keyof FaultView['effect']]?: TemplateName }

/** The templates that are called by what an effect does. */
export const templatesOf = (effect: FaultView['effect']): readonly TemplateName[] =>
  Object.keys(effect).flatMap(field => (field in NAMED_BY ? NAMED_BY[field as keyof typeof NAMED_BY] : []))

const number = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))

/** Only what is there. */
function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>
  }
}

const seconds = (text: string): string | undefined => (text.trim() === '' ? undefined : `PT${text.trim()}S`)

function forRequests(draft: FaultDraft): FaultBody {
  const { method, path, tenant, outcome, latency, status, code, retryAfter, connection, bytes } = draft
  return {
    match: given({ method, path, tenant, outcome: outcome === '' ? undefined : outcome }),
    effect: given({
      latency: seconds(latency),
      // Nobody gets them over a connection that has ended.
      ...(connection === 'drop' ? {} : { status: number(status), code, retry_after: number(retryAfter) }),
      drop: connection === 'drop' ? true : undefined,
      truncate: connection === 'truncate' ? number(bytes) : undefined,
    }),
  }
}

function forDeliveries({ event, webhook, tenant, timing, wait, copies, forge }: FaultDraft): FaultBody {
  return {
    match: given({ tenant, event: event as EventKind, webhook_id: number(webhook) }),
    effect: given({
      reorder: timing === 'reorder' ? seconds(wait) : undefined,
      delay: timing === 'delay' ? seconds(wait) : undefined,
      duplicate: number(copies),
      forge: forge === '' ? undefined : forge,
    }),
  }
}

/** The body that the form stands for. Whether it makes sense is for the server to say. Pure. */
export function faultOf(draft: FaultDraft): FaultBody {
  const [percent, minutes] = [number(draft.probability), number(draft.minutes)]
  const { match = {}, effect } = draft.subject === 'deliveries' ? forDeliveries(draft) : forRequests(draft)
  return {
    match: Object.keys(match).length > 0 ? match : undefined,
    effect,
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

/** What a fault is for. Pure. */
export const subjectOf = ({ reorder, delay, duplicate, forge }: FaultBody['effect']): Subject =>
  (reorder ?? delay ?? duplicate ?? forge) ? 'deliveries' : 'requests'

/** An ISO 8601 duration in seconds, as it would be typed; empty when there is none. */
const secondsIn = (duration: string | undefined): string =>
  duration === undefined ? '' : String(Number((secondsOfIso(duration) ?? 0).toFixed(3)))

const typed = (value: number | string | undefined): string => (value === undefined ? '' : String(value))

/** What the form holds for a fault that is there. Pure. */
export function draftOf({ match = {}, effect, times, probability, ttl }: FaultView): FaultDraft {
  const { status, code, retry_after, latency, drop, truncate, reorder, delay, duplicate, forge } = effect
  return {
    ...EMPTY_DRAFT,
    subject: subjectOf(effect),
    tenant: typed(match.tenant),
    method: typed(match.method),
    path: typed(match.path),
    outcome: match.outcome ?? '',
    event: typed(match.event),
    webhook: typed(match.webhook_id),
    latency: secondsIn(latency),
    status: typed(status),
    code: typed(code),
    retryAfter: typed(retry_after),
    connection: drop ? 'drop' : truncate === undefined ? 'kept' : 'truncate',
    bytes: truncate === undefined ? EMPTY_DRAFT.bytes : typed(truncate),
    timing: reorder !== undefined ? 'reorder' : delay !== undefined ? 'delay' : 'kept',
    wait: secondsIn(reorder ?? delay) || EMPTY_DRAFT.wait,
    copies: typed(duplicate),
    forge: forge ?? '',
    times: typed(times),
    probability: String(Math.round((probability ?? 1) * 1e5) / 1e3),
    minutes: ttl === undefined ? '' : String(Number(secondsIn(ttl)) / 60),
  }
}

/** Whether what was typed is a path, or a pattern of paths, that a fault can match, or none. Pure. */
export const isPath = (text: string): boolean => text === '' || /^[/*]/.test(text)

/** Whether the contract has no endpoint with the method and the path that were typed, and with more of it neither. Pure. */
export const isUnknown = ({ method, path }: FaultDraft): boolean =>
  isPath(path) && path !== '' && !isBeginning(path) && missesContract({ path, method: method || undefined })

/** Whether the form can be sent as far as its fields tell by themselves. Pure. */
export const isSound = ({ subject, path, status, connection }: FaultDraft): boolean =>
  subject !== 'requests' || (isPath(path) && (connection === 'drop' || isStatus(status)))

/** The statuses that a fault can answer with. */
export const STATUSES = { least: 400, most: 599 } as const

/** Whether what was typed is a status that a fault can answer with, or none. Pure. */
export const isStatus = (text: string): boolean =>
  text.trim() === '' ||
  (Number.isInteger(Number(text)) && Number(text) >= STATUSES.least && Number(text) <= STATUSES.most)

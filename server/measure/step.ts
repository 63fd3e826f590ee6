import type { Json } from '../contract/assumption-entry.ts'
import type { Duration } from '../kernel/instant.ts'
import type { HarmClass, KeyName } from './exchange.ts'
import type { Known } from './known.ts'
import type { Watch } from './watch.ts'

/** What has to be given, or has to be there, before a step can be sent. */
export const NEEDS = {
  test_key: 'a key that begins with svc_test_',
  second_key: 'a second key with fewer scopes (--second-key-file)',
  receiver: 'a receiver (--receiver)',
  free: 'a tenant on the Free plan (--plan free)',
  window: 'a tenant on Free or Pro (--plan)',
  without_plan: 'a tenant without a plan (--plan none)',
  open_api_off: 'a tenant with the Open API switched off (--open-api-off)',
  own_day: 'a tenant on the Free plan (--plan free), or --i-own-this-tenant with its name',
  late_hours: 'a run in the last four hours before 00:00 in Tokyo, with time to use up the day',
  early_hours: 'a run between 00:00 and 09:00 in Tokyo',
} as const
export type Need = keyof typeof NEEDS

/** What the receiver answers while a step is sent. */
export interface ReceiverAnswer {
  readonly status: number
  /** It does not answer before the service gives up. */
  readonly hangs?: true
}

/** A request as data. Texts in braces are filled in from what earlier answers said. */
export interface Step {
  readonly name: string
  readonly class: HarmClass
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: string
  readonly key?: KeyName
  readonly body?: (known: Known) => Json | undefined
  /** A body that is not JSON of ours, with its headers. */
  readonly bytes?: (known: Known) => Buffer | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** How often it is sent; once when left out. */
  readonly times?: number
  /** Steps of one name are sent within one minute of the service. */
  readonly together?: string
  /** Least time since the request before it, in milliseconds. */
  readonly after?: number
  /** The same, where it depends on what was seen. */
  readonly gap?: (known: Known) => Duration
  /** It is sent no more once this holds, and so up to `times` times. */
  readonly until?: (known: Known) => boolean
  /** How long it goes on, if the service does what the register assumes; counts as watching. */
  readonly takes?: Duration
  /** Steps whose answers it is filled in from, besides those that its braces name. */
  readonly uses?: readonly string[]
  readonly needs?: readonly Need[]
  readonly receiver?: ReceiverAnswer
  /** What happens by itself before it is sent. */
  readonly waitsFor?: Watch
  /** Finds the longest value that is accepted, with exactly `times` requests. */
  readonly longest?: {
    readonly lengths: readonly number[]
    readonly body: (known: Known, length: number) => Json | undefined
  }
  /** Sent until a limit is reached: without a pause in class 3, to fill windows, and at the usual pace in class 4. */
  readonly fill?: 'burst' | 'minute' | 'day'
}

/** Braces in a path or query. */
export const PLACES = /\{([^}]+)\}/g

/** Which step first tells each of the values that braces name. */
const TOLD_BY: { readonly [value: string]: string } = {
  customer: 'customers',
  customer2: 'customers',
  tel1: 'customer_detail',
  project: 'customers',
  call: 'calls_month',
  call2: 'calls_month',
  connected: 'calls_month',
  connected2: 'calls_month',
  staff: 'calls_month',
  busy: 'calls_month',
  busy2: 'calls_month',
  night: 'calls_month',
  nightNext: 'calls_month',
  followed: 'calls_now',
}

/** Steps that have to be sent before a step. */
export function usesOf({ path, query = '', uses = [] }: Step): readonly string[] {
  const named = [...`${path} ${query}`.matchAll(PLACES)].flatMap(([, value = '']) => {
    const [kind = '', of] = value.split(':')
    if (kind === 'tag') return []
    return of ?? TOLD_BY[kind] ?? []
  })
  return [...named, ...uses]
}

import type { CallStep } from '../contract/calls.ts'
import type { Forgery } from '../contract/events.ts'
import type { AttemptCause } from '../domain/jobs.ts'
import type { PlannedAttempt } from '../domain/webhooks/planned-attempts.ts'
import type { CallRow } from '../store/schema.ts'
import type { PlannedWindow } from './protocol/clock.ts'

type Named = Pick<CallRow, 'call_id' | 'external_id'>

const nameOf = ({ call_id, external_id }: Named) => `Call ${external_id ?? call_id}`

const STEPS: Record<CallStep, string> = {
  ringing: 'rings',
  connected: 'is answered',
  ended: 'ends',
  missed_call: 'is missed',
  no_answer: 'is not answered',
  busy: 'meets a busy line',
  failed: 'fails',
}

export const sayStep = (call: Named, to: CallStep): string => `${nameOf(call)} ${STEPS[to]}.`

export const sayAiReady = (call: Named): string =>
  `The transcript of call ${call.external_id ?? call.call_id} is ready.`

const CAUSES: Record<Exclude<AttemptCause, 'scheduled'>, string> = {
  manual: 'Redelivery by hand',
  duplicate: 'Copy sent by a fault',
}

interface Attempt extends Pick<PlannedAttempt, 'attempt' | 'scheduled' | 'cause' | 'ifFailed'> {
  readonly event: string
  readonly url: string
  readonly forged: Forgery | null
}

/** An attempt has one number, that among all of its delivery: what was made beside the schedule makes it one of so many more. */
export function sayAttempt({ event, url, attempt, scheduled, cause, ifFailed, forged }: Attempt): string {
  if (forged !== null) return `Forgery of ${event} to ${url}.`
  const number = scheduled === null ? '' : ` ${attempt} of ${attempt - scheduled.number + scheduled.of}`
  const which = cause === 'scheduled' ? `Attempt${number}` : CAUSES[cause]
  return `${which} of ${event} to ${url}${ifFailed ? ', if all before it fail' : ''}.`
}

const BEGINS: Record<PlannedWindow['kind'], (day: string | null) => string> = {
  tokyo_day: day => `Tokyo day ${day} begins`,
  minute: () => 'A new minute begins',
  burst: () => 'A new burst window begins',
}

export function sayWindow({ kind, tokyo_day, resets }: Pick<PlannedWindow, 'kind' | 'tokyo_day' | 'resets'>): string {
  const tenants = [...new Set(resets.map(({ tenant }) => tenant))]
  const what = kind === 'tokyo_day' ? 'the quotas' : 'the count'
  return `${BEGINS[kind](tokyo_day)}${tenants.length === 0 ? '' : `: ${what} of ${tenants.join(', ')} reset`}.`
}

import type { AssumptionValues } from '../../contract/assumptions.ts'
import { type CallStatus, type CallStep, type CallType, type FinalStatus, NEXT_STEPS } from '../../contract/calls.ts'
import { type Duration, parseDuration, SECOND } from '../../kernel/instant.ts'
import type { Randomness } from '../../kernel/random.ts'

/** One step of a script: what happens, and how long after the previous step (ISO 8601). */
export interface ScriptStep {
  readonly after: string
  readonly to: CallStep
}

/** A step with its wait in milliseconds. */
export interface TimedStep {
  readonly after: Duration
  readonly to: CallStep
}

/** The script for a phone number whose ending decides the outcome; `undefined` for other numbers (assumption `calls.magic_numbers`). */
export function magicScript(
  phone_number: string,
  magic: AssumptionValues['calls.magic_numbers'],
): TimedStep[] | undefined {
  const digits = phone_number.replace(/[^0-9]/g, '')
  const ending = Object.keys(magic.endings).find(candidate => digits.endsWith(candidate))
  if (ending === undefined) return undefined
  const outcome = magic.endings[ending as keyof typeof magic.endings] as FinalStatus
  return scriptOf({ dial: magic.dial, ring: magic.ring, outcome, talk: duration(magic.talk) })
}

/** A script drawn at random, by the weights in the register (assumption `calls.default_script`). */
export function defaultScript(
  drawName: string,
  call_type: CallType,
  script: AssumptionValues['calls.default_script'],
  random: Randomness,
): TimedStep[] {
  const drawn = random.weighted(`call.outcome:${drawName}`, script.weights)
  const outcome = drawn === 'no_answer' && call_type === 'inbound' ? 'missed_call' : drawn
  const { min, max } = script.talk_seconds
  const talk = outcome === 'connected' ? random.integer(`call.talk:${drawName}`, min, Math.max(min, max)) * SECOND : 0
  return scriptOf({ dial: script.dial ?? 'PT0S', ring: script.ring, outcome, talk })
}

function scriptOf(parts: { dial: string; ring: string; outcome: FinalStatus; talk: Duration }): TimedStep[] {
  const ring = duration(parts.ring)
  const dial = Math.min(duration(parts.dial), ring)
  const steps: TimedStep[] = [
    { after: dial, to: 'ringing' },
    { after: ring - dial, to: parts.outcome },
  ]
  if (parts.outcome === 'connected') steps.push({ after: parts.talk, to: 'ended' })
  return steps
}

/** A script's steps with their waits in milliseconds. */
export function timedSteps(steps: readonly ScriptStep[]): TimedStep[] {
  return steps.map(({ after, to }) => ({ after: duration(after), to }))
}

/** What is wrong with a script, named by the field of the request; `undefined` when a call can follow it from its initiation. */
export function scriptProblem(steps: readonly ScriptStep[], field = 'steps'): string | undefined {
  let status: CallStatus = 'initiating'
  let ended = false
  for (const [index, { after, to }] of steps.entries()) {
    const wait = parseDuration(after)
    if (wait === undefined || wait < 0) return `${field}.${index}.after must be an ISO 8601 duration such as PT12S.`
    const possible: readonly CallStep[] = ended ? [] : NEXT_STEPS[status]
    if (!possible.includes(to))
      return `${field}.${index}.to cannot be ${to} here. ${possible.length ? `Possible: ${possible.join(', ')}.` : 'The call has ended by then.'}`
    if (to === 'ended') ended = true
    else status = to
  }
  return undefined
}

function duration(text: string): Duration {
  const value = parseDuration(text)
  if (value === undefined) throw new RangeError(`${text} is no duration`)
  return value
}

import { type FaultEffect, isForDeliveries } from '../domain/faults/faults.ts'
import { errorOfCode } from '../domain/faults/injected-error.ts'
import { DAY, MINUTE, parseDuration, toIsoDuration } from '../kernel/instant.ts'
import { invalid } from './control-error.ts'
import type { FaultBody } from './protocol.ts'

const LONGEST_LATENCY = 5 * MINUTE
/** How long a delivery may be held back or delayed, in emulated time. */
const LONGEST_WAIT = 7 * DAY

/** Refuses a fault that makes no sense, and says what to do instead. */
export function checkFault({ match = {}, effect }: FaultBody): void {
  if (isForDeliveries(effect)) {
    checkDeliveryEffect(effect)
    if (match.method !== undefined || match.path !== undefined)
      throw invalid('A delivery has no method and no path. Match it by tenant, event or webhook_id.')
    return
  }
  checkRequestEffect(effect)
  if (match.event !== undefined || match.webhook_id !== undefined)
    throw invalid(
      'match.event and match.webhook_id are for deliveries. Give reorder, delay, duplicate or forge as the effect, or match requests by method, path or tenant.',
    )
}

function checkRequestEffect({ status, code, retry_after, latency, drop, truncate }: FaultEffect): void {
  if (retry_after !== undefined && status === undefined && code === undefined)
    throw invalid(
      'effect.retry_after goes with an error. Add the status that it is sent with: {"status":503,"retry_after":2}.',
    )
  if (code !== undefined && status === undefined && errorOfCode(code) === undefined)
    throw invalid(
      `effect.code ${code} is not an error code of the contract. Add the status to send it with: {"status":503,"code":"${code}"}.`,
    )
  if (latency !== undefined && positiveDuration('effect.latency', latency) > LONGEST_LATENCY)
    throw invalid(`effect.latency may be at most ${toIsoDuration(LONGEST_LATENCY)} of real time (got ${latency}).`)
  if (drop === true && truncate !== undefined)
    throw invalid('effect has both drop and truncate. Drop sends nothing; leave one of them out.')
  if (drop === false && status === undefined && code === undefined && latency === undefined && truncate === undefined)
    throw invalid('effect does nothing. Give status, code, latency, drop or truncate.')
}

function checkDeliveryEffect({ reorder, delay, duplicate, forge, ...ofRequests }: FaultEffect): void {
  const [foreign] = Object.keys(ofRequests)
  if (foreign !== undefined)
    throw invalid(
      `effect.${foreign} is for requests, and reorder, delay, duplicate and forge are for deliveries. Create two faults.`,
    )
  for (const [name, wait] of Object.entries({ reorder, delay }))
    if (wait !== undefined && positiveDuration(`effect.${name}`, wait) > LONGEST_WAIT)
      throw invalid(`effect.${name} may be at most ${toIsoDuration(LONGEST_WAIT)} of emulated time (got ${wait}).`)
  if (reorder !== undefined && delay !== undefined)
    throw invalid('effect has both reorder and delay. Each says when the first attempt is made; leave one of them out.')
  if (forge !== undefined && (reorder ?? delay ?? duplicate) !== undefined)
    throw invalid(
      'effect.forge leaves the genuine delivery as it is. Create a fault of its own for reorder, delay or duplicate.',
    )
}

export function positiveDuration(name: string, text: string): number {
  const milliseconds = parseDuration(text)
  if (milliseconds === undefined || milliseconds <= 0)
    throw invalid(`${name} must be an ISO 8601 duration such as PT2S (got ${text}).`)
  return milliseconds
}

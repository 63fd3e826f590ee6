import type { FaultMatch } from '../../contract/control-bodies.ts'
import { shown } from '../../contract/shown.ts'
import { DAY, type Duration, MINUTE, parseDuration, toIsoDuration } from '../../kernel/instant.ts'
import { type FaultEffect, isForDeliveries } from './faults.ts'
import { errorOfCode } from './injected-error.ts'

const LONGEST_LATENCY = 5 * MINUTE
/** How long a delivery may be held back or delayed, in emulated time. */
const LONGEST_WAIT = 7 * DAY

/** What makes no sense about a fault, and what to do instead; `undefined` when it is fine. */
export function faultProblem({
  match = {},
  effect,
  ttl,
}: {
  match?: FaultMatch | undefined
  effect: FaultEffect
  ttl?: string | undefined
}): string | undefined {
  const problem = isForDeliveries(effect) ? ofDeliveries(match, effect) : ofRequests(match, effect)
  return problem ?? (ttl === undefined ? undefined : durationProblem('ttl', ttl))
}

function ofDeliveries(match: FaultMatch, effect: FaultEffect): string | undefined {
  const problem = deliveryEffectProblem(effect)
  if (problem !== undefined) return problem
  if (match.method !== undefined || match.path !== undefined || match.outcome !== undefined)
    return 'A delivery has no method, no path and no outcome. Match it by tenant, event or webhook_id.'
  return undefined
}

function ofRequests(match: FaultMatch, effect: FaultEffect): string | undefined {
  const problem = requestEffectProblem(effect)
  if (problem !== undefined) return problem
  if (match.event !== undefined || match.webhook_id !== undefined)
    return 'match.event and match.webhook_id are for deliveries. Give reorder, delay, duplicate or forge as the effect, or match requests by method, path, tenant or outcome.'
  if (match.outcome !== undefined && (effect.status !== undefined || effect.code !== undefined))
    return 'match.outcome is what the service has answered, and effect.status or effect.code answers in its place. Leave the outcome out, or give drop, truncate or latency alone.'
  return undefined
}

function requestEffectProblem({ status, code, retry_after, latency, drop, truncate }: FaultEffect): string | undefined {
  if (retry_after !== undefined && status === undefined && code === undefined)
    return 'effect.retry_after goes with an error. Add the status that it is sent with: {"status":503,"retry_after":2}.'
  if (code !== undefined && status === undefined && errorOfCode(code) === undefined)
    return `effect.code ${code} is not an error code of the contract. Add the status to send it with: {"status":503,"code":"${code}"}.`
  if (latency !== undefined) {
    const problem = durationProblem('effect.latency', latency)
    if (problem !== undefined) return problem
    if (milliseconds(latency) > LONGEST_LATENCY)
      return `effect.latency may be at most ${toIsoDuration(LONGEST_LATENCY)} of real time (got ${shown(latency)}).`
  }
  if (drop === true && truncate !== undefined)
    return 'effect has both drop and truncate. Drop sends nothing; leave one of them out.'
  if (drop === false && status === undefined && code === undefined && latency === undefined && truncate === undefined)
    return 'effect does nothing. Give status, code, latency, drop or truncate.'
  return undefined
}

function deliveryEffectProblem({ reorder, delay, duplicate, forge, ...others }: FaultEffect): string | undefined {
  const [foreign] = Object.keys(others)
  if (foreign !== undefined)
    return `effect.${foreign} is for requests, and reorder, delay, duplicate and forge are for deliveries. Create two faults.`
  for (const [name, wait] of Object.entries({ reorder, delay })) {
    if (wait === undefined) continue
    const problem = durationProblem(`effect.${name}`, wait)
    if (problem !== undefined) return problem
    if (milliseconds(wait) > LONGEST_WAIT)
      return `effect.${name} may be at most ${toIsoDuration(LONGEST_WAIT)} of emulated time (got ${shown(wait)}).`
  }
  if (reorder !== undefined && delay !== undefined)
    return 'effect has both reorder and delay. Each says when the first attempt is made; leave one of them out.'
  if (forge !== undefined && (reorder ?? delay ?? duplicate) !== undefined)
    return 'effect.forge leaves the genuine delivery as it is. Create a fault of its own for reorder, delay or duplicate.'
  return undefined
}

function durationProblem(name: string, text: string): string | undefined {
  if (milliseconds(text) > 0) return undefined
  return `${name} must be an ISO 8601 duration such as PT2S (got ${shown(text)}).`
}

const milliseconds = (text: string): Duration => parseDuration(text) ?? 0

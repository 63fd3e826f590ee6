import { STATUS_CODES } from 'node:http'
import type { Json } from '../../contract/assumption-entry.ts'
import { assumptionOf, ERROR_NAMES, ERRORS, type ErrorName } from '../../contract/errors.ts'
import { HEADERS, QUOTA_TYPE } from '../../contract/headers.ts'
import { limitsOfPlan } from '../../contract/plans.ts'
import { errorAnswer } from '../../contract/schemas/errors.ts'
import { type Instant, secondsUntil } from '../../kernel/instant.ts'
import type { ErrorDetails } from '../contract-error.ts'
import { burstWindow, tokyoDay } from '../limits/windows.ts'
import type { Register } from '../register.ts'
import type { Services } from '../services.ts'
import type { Caller } from '../tenants/tenants.ts'
import type { FaultEffect } from './faults.ts'

interface InjectedError {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details: ErrorDetails
  readonly headers: Readonly<Record<string, string>>
}

interface Situation {
  readonly services: Pick<Services, 'register' | 'limits'>
  readonly caller: Caller | undefined
  readonly now: Instant
  /** Methods that the path has. */
  readonly allow: readonly string[]
  readonly body: () => unknown
}

/** The error of the contract that has this code, if there is one: a fault that names it needs no status. */
export const errorOfCode = (code: string): ErrorName | undefined =>
  ERROR_NAMES.find(name => name === code || ERRORS[name].code === code)

/**
 * The error that a fault answers with, `undefined` when it lets the request through. An error of the contract comes with its details and
 * headers, as true to the situation as they can be, so that it really tests how a client handles them.
 */
export function injectedError(effect: FaultEffect, situation: Situation): InjectedError | undefined {
  const error = errorOf(effect, situation)
  const { retry_after } = effect
  if (error === undefined || retry_after === undefined) return error
  return {
    ...error,
    details: error.status === TOO_MANY_REQUESTS ? { ...error.details, retry_after } : error.details,
    headers: { ...error.headers, [HEADERS.retryAfter]: String(retry_after) },
  }
}

const TOO_MANY_REQUESTS = ERRORS.rate_limit_exceeded.status

function errorOf(effect: FaultEffect, situation: Situation): InjectedError | undefined {
  const { status, code } = effect
  if (status === undefined && code === undefined) return undefined
  const { register } = situation.services
  const name = code === undefined ? nameOfStatus(status as number, register) : errorOfCode(code)
  if (name === undefined) {
    const reason = STATUS_CODES[status as number] ?? 'Injected fault'
    return {
      status: status as number,
      code: code ?? reason.toLowerCase().replace(/[^a-z]+/g, '_'),
      message: `${reason}.`,
      details: null,
      headers: {},
    }
  }
  const row = errorAnswer(name, register.values)
  const assumption = assumptionOf(name)
  if (assumption !== undefined) register.note(assumption)
  const extra = EXTRAS[name]?.(situation) ?? {}
  return {
    status: code === undefined ? row.status : (status ?? row.status),
    code: code === undefined || code === ERRORS[name].code ? row.code : code,
    message: ERRORS[name].message,
    details: extra.details ?? null,
    headers: extra.headers ?? {},
  }
}

/**
 * The first error that has the status in this world, or else by default: whoever asks for 500 means the server error. Of the two with 429,
 * that is the rate limit.
 */
function nameOfStatus(status: number, register: Register): ErrorName | undefined {
  return (
    ERROR_NAMES.find(name => errorAnswer(name, register.values).status === status) ??
    ERROR_NAMES.find(name => ERRORS[name].status === status)
  )
}

interface Extra {
  readonly details?: { readonly [key: string]: Json }
  readonly headers?: Readonly<Record<string, string>>
}

const EXTRAS: Partial<Record<ErrorName, (situation: Situation) => Extra>> = {
  unauthorized: () => ({ headers: { 'WWW-Authenticate': 'Bearer' } }),
  method_not_allowed: ({ allow }) => ({ headers: { Allow: allow.join(', ') } }),
  validation_error: () => ({ details: {} }),
  duplicate_external_id: ({ body }) => {
    const value = body()
    const given = typeof value === 'object' && value !== null && 'external_id' in value ? value.external_id : ''
    return { details: { external_id: String(given) } }
  },
  rate_limit_exceeded: ({ now }) => {
    const retry_after = secondsUntil(burstWindow(now).end, now)
    return { details: { retry_after }, headers: { [HEADERS.retryAfter]: String(retry_after) } }
  },
  quota_exceeded: ({ now, caller }) => {
    const retry_after = secondsUntil(tokyoDay(now).end, now)
    const quota = limitsOfPlan(caller?.plan ?? null).per_day
    return {
      // A service that answers this has counted that many requests, whatever the counter of this world shows.
      details: { retry_after, type: QUOTA_TYPE, quota, used: quota },
      headers: {
        [HEADERS.retryAfter]: String(retry_after),
        [HEADERS.rateType]: QUOTA_TYPE,
        [HEADERS.quotaLimit]: String(quota),
        [HEADERS.quotaUsed]: String(quota),
      },
    }
  },
}

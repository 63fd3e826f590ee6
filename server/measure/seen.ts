import type { Json } from '../contract/assumption-entry.ts'
import { codeOf, type Exchange, endpointOf, isAccepted, isRefused, told } from './exchange.ts'
import type { Reading, Sight } from './probe.ts'
import type { Received } from './receiver.ts'

/** Refusals that say nothing about the question that was asked. */
const BESIDE_THE_POINT = new Set(['insufficient_scope', 'license_required', 'rate_limit_exceeded', 'quota_exceeded'])

/** What a run, or a recording, has seen. */
export class Seen {
  readonly all: readonly Exchange[]
  readonly received: readonly Received[]
  /** When the run was gone on with after a break, in which nobody watched. */
  readonly breaks: readonly number[]

  constructor(
    all: readonly Exchange[],
    { received = [], breaks = [] }: { received?: readonly Received[]; breaks?: readonly number[] } = {},
  ) {
    this.all = all
    this.received = received
    this.breaks = breaks
  }

  /** Answers to a step, without those that were refused before the question came up. */
  step(...names: string[]): readonly Exchange[] {
    return this.asked(...names).filter(exchange => !BESIDE_THE_POINT.has(codeOf(exchange) ?? ''))
  }

  /** All answers to a step. */
  asked(...names: string[]): readonly Exchange[] {
    return this.all.filter(({ step }) => names.includes(step))
  }

  /** Successful answers of an endpoint, whoever asked for it. */
  of(endpoint: string): readonly Exchange[] {
    return this.all.filter(exchange => endpointOf(exchange) === endpoint && isAccepted(exchange))
  }

  /** One sight for each answer to the steps. */
  each(names: readonly string[], value: (exchange: Exchange) => Json | undefined): Reading {
    return sights(this.step(...names), value)
  }

  /** Whether the steps are accepted or refused. */
  accepts(names: readonly string[], values: { accepted: Json; refused: Json }): Reading {
    return this.each(names, exchange =>
      isAccepted(exchange) ? values.accepted : isRefused(exchange) ? values.refused : undefined,
    )
  }

  /** Status and code of the errors that answer the steps. */
  errors(...names: string[]): Reading {
    return this.each(names, errorOf)
  }
}

export function sights(exchanges: readonly Exchange[], value: (exchange: Exchange) => Json | undefined): Reading {
  return exchanges.length === 0
    ? undefined
    : exchanges.map((exchange): Sight => ({ value: value(exchange), evidence: told(exchange) }))
}

/** Status and code of an error; `undefined` for anything else. */
export function errorOf(exchange: Exchange): Json | undefined {
  const code = codeOf(exchange)
  return exchange.status >= 400 && code !== undefined ? { status: exchange.status, code } : undefined
}

export const sameAs = (one: Exchange | undefined, other: Exchange | undefined): boolean =>
  one !== undefined && other !== undefined && JSON.stringify(errorOf(one)) === JSON.stringify(errorOf(other))

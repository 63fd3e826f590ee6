import { EXPLANATIONS, type ExplanationId } from '../contract/explanations.ts'
import { filled } from '../contract/sentences.ts'
import type { ExplanationPart, TraceStep } from './protocol/journal.ts'

type Figures = NonNullable<TraceStep['figures']>

/** The sentence that says why a gate rejects; its figures are those of the gate. */
const REASONS: Readonly<Record<string, (figures: Figures, step: TraceStep) => ExplanationPart>> = {
  fault: figures => part('fault', figures),
  authenticate: ({ key }) => part(key === 'none presented' ? 'no_key' : 'unknown_key'),
  rate: figures => part('rate', figures),
  quota: figures => part('quota', figures),
  scope: ({ required, held }) => {
    const names = listed(held)
    return names === '' ? part('no_scope', { required }) : part('scope', { required, held: names })
  },
  license: ({ open_api_enabled, plan }) => {
    if (!open_api_enabled) return part('switched_off')
    return plan === null || plan === undefined ? part('no_plan') : part('plan', { plan })
  },
  route: ({ allow }) => (allow === undefined ? part('no_path') : part('no_method', { allow })),
  validation: ({ fields, body }) =>
    body === undefined ? part('fields', { fields: listed(fields) }) : part('body', { body }),
  handler: (_, { code }) => (code === undefined ? part('stored_error') : part('stored', { code })),
}

/** A list of names. In the trace of a file from elsewhere, it may be anything. */
const listed = (names: unknown): string => (Array.isArray(names) ? names.join(', ') : '')

/** A key that was revoked before a request came which looks like the one that the request presents. */
export interface RevokedKey {
  readonly key_id: string
  readonly label: string
  readonly masked: string
  /** Its slug. */
  readonly tenant: string
  /** In ISO 8601. */
  readonly revoked_at: string
}

interface About {
  readonly revoked?: RevokedKey | undefined
  /** The one that has staged the fault which hit it. */
  readonly drill?: string | undefined
  /** Whether it was a replay, which has no connection. */
  readonly isReplay?: boolean
}

/** Why the answer is what it is, and what else would have rejected the request, sentence by sentence. */
export function explanationOf(
  trace: readonly TraceStep[],
  { revoked, drill, isReplay = false }: About = {},
): ExplanationPart[] {
  const staged = drill === undefined ? [] : [part('of_drill', { drill })]
  const rejected = trace.find(step => step.outcome === 'rejected')
  const fault = trace.find(step => step.gate === 'fault')
  const disturbed =
    fault === undefined || fault === rejected
      ? []
      : [part(doneBy(fault.figures ?? {}), fault.figures), ...staged, ...(isReplay ? withoutConnection(fault) : [])]
  if (rejected === undefined) return [part('passed'), ...ignoredIn(trace), ...disturbed]
  const reason = REASONS[rejected.gate]?.(rejected.figures ?? {}, rejected)
  const shadowed = trace.find(step => step.outcome === 'would_reject')
  return [
    // A fault answers in the place of the service: nothing of the contract has refused the request.
    ...(rejected === fault ? [] : [part('rejected', { gate: rejected.gate })]),
    ...(reason === undefined ? [] : [reason]),
    ...(fault !== undefined && fault === rejected ? staged : []),
    ...(reason?.id !== 'unknown_key' || revoked === undefined ? [] : [part('revoked_key', { ...revoked })]),
    ...(rejected.figures?.near === undefined ? [] : [part('misread', rejected.figures)]),
    ...(shadowed === undefined ? [] : [part('otherwise', { status: shadowed.status, code: shadowed.code })]),
    ...disturbed,
  ]
}

/** What is said of a replay of which a fault would have ended the connection. */
const withoutConnection = ({ figures: { drop, truncate } = {} }: TraceStep): ExplanationPart[] =>
  drop === true || truncate !== undefined ? [part('of_replay')] : []

/** What had no effect, which a client that sent it may have counted on. */
function ignoredIn(trace: readonly TraceStep[]): ExplanationPart[] {
  const names = listed(trace.find(({ gate }) => gate === 'validation')?.figures?.ignored)
  return names === '' ? [] : [part('ignored', { ignored: names })]
}

/** What a fault did to an answer on its way: nobody knows of one that does several things how far it came. */
function doneBy({ latency, drop, truncate }: Figures): ExplanationId {
  const [isHeld, isDropped, isTruncated] = [latency !== undefined, drop === true, truncate !== undefined]
  if (isHeld) return isDropped || isTruncated ? 'disturbed' : 'held'
  if (isDropped) return 'dropped'
  return isTruncated ? 'truncated' : 'disturbed'
}

export function explain(parts: readonly ExplanationPart[]): string {
  return parts.map(({ id, figures }) => filled(EXPLANATIONS[id], figures)).join(' ')
}

function part(id: ExplanationId, figures: Readonly<Record<string, unknown>> = {}): ExplanationPart {
  const shown = Object.entries(figures).filter(([name]) => EXPLANATIONS[id].includes(`{{${name}}}`))
  return { id, figures: Object.fromEntries(shown.map(([name, value]) => [name, figureOf(value)])) }
}

const figureOf = (value: unknown): string | number => (typeof value === 'number' ? value : String(value))

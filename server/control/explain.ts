import type { ExchangeRow } from '../store/schema.ts'
import type { TraceStep } from './protocol.ts'

type Figures = NonNullable<TraceStep['figures']>

/** Why each gate rejects, in one sentence with its figures. */
const REASONS: Readonly<Record<string, (figures: Figures, step: TraceStep) => string>> = {
  fault: ({ fault_id }) => `Fault ${fault_id} of this world answered in the place of the service; no limit was used.`,
  authenticate: figures =>
    figures.key === 'none presented'
      ? 'The request presents no API key in an Authorization: Bearer header.'
      : 'No valid key of any world has this value; it may be revoked.',
  rate: ({ minute_used, minute_limit, burst_used, burst_limit, retry_after }) =>
    `The tenant has used ${minute_used} of ${minute_limit} requests of this minute and ${burst_used} of ${burst_limit} of these ten seconds. A slot is free in ${retry_after} s.`,
  quota: ({ used, quota, retry_after }) =>
    `The tenant has used ${used} of its ${quota} successful requests of this Tokyo day. The next day begins in ${retry_after} s.`,
  scope: ({ required, held }) =>
    `The endpoint needs the scope ${required}; the key has ${(held as string[]).join(', ') || 'none'}.`,
  license: ({ open_api_enabled, plan }) =>
    open_api_enabled
      ? `The plan ${plan ?? '(none)'} does not have the licence open_api_advanced that reports and webhooks need.`
      : 'The Open API is switched off for the tenant.',
  route: ({ allow }) =>
    allow === undefined
      ? 'The contract has no such path.'
      : `The contract has this path, but not with this method. It has ${allow}.`,
  validation: ({ fields, body }) =>
    body === undefined ? `Invalid: ${(fields as string[]).join(', ')}.` : String(body),
  handler: (_, { code }) => `All gates passed; what is stored led to ${code ?? 'an error'}.`,
}

/** One sentence that says why the answer is what it is, and what else would have rejected. */
export function explain(row: Pick<ExchangeRow, 'status'>, trace: readonly TraceStep[]): string {
  const rejected = trace.find(step => step.outcome === 'rejected')
  const fault = trace.find(step => step.gate === 'fault')
  const disturbed = fault === undefined ? '' : ` Fault ${fault.figures?.fault_id} disturbed the answer on its way.`
  if (rejected === undefined) return `${row.status}: every gate passed.${disturbed}`
  const reason = REASONS[rejected.gate]?.(rejected.figures ?? {}, rejected) ?? ''
  const shadowed = trace.filter(step => step.outcome === 'would_reject').map(step => `${step.status} ${step.code}`)
  const rest = shadowed.length > 0 ? ` Without that it would have been ${shadowed[0]}.` : ''
  return `${row.status} from the gate ${rejected.gate}. ${reason}${rest}${rejected === fault ? '' : disturbed}`
}

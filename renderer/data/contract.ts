import { useQuery } from '@tanstack/react-query'
import type { CallStatus, CallStep, CallType } from '../../server/contract/calls.ts'
import type { Endpoint } from '../../server/contract/endpoints.ts'
import type { ErrorRow } from '../../server/contract/errors.ts'
import type { EventKind } from '../../server/contract/events.ts'
import type { PlanLimits, PlanName } from '../../server/contract/plans.ts'
import type { Scope } from '../../server/contract/scopes.ts'
import type { SignatureSnippetView } from '../../server/control/protocol/signatures.ts'
import { control } from './client.ts'
import { keys } from './keys.ts'

/** The part of `GET /control/contract` that the dashboard shows: facts come from there, since only types may be imported. */
interface ContractView {
  endpoints: Endpoint[]
  plans: Record<PlanName, PlanLimits>
  default_limits: PlanLimits
  scopes: Scope[]
  errors: Record<string, ErrorRow>
  events: EventKind[]
  /** Those that a webhook can subscribe to. */
  subscribable_events: EventKind[]
  signature_snippets: SignatureSnippetView[]
  call_statuses: CallStatus[]
  call_types: CallType[]
  next_steps: Record<CallStatus, CallStep[]>
  /** What a world can start with. */
  fixtures: string[]
}

export function useContract(): ContractView | undefined {
  return useQuery({
    queryKey: keys.contract,
    queryFn: ({ signal }) => control<ContractView>('GET', '/control/contract', { signal }),
  }).data
}

import type { Probe } from '../probe.ts'
import { CONTROL, EVENT_CALL } from '../watch.ts'

/** Requests for documented sentences that no entry of the register is about; every other answer is held against the contract as well. */
export interface ContractProbe extends Pick<Probe, 'class' | 'needs' | 'send'> {
  /** Its id in contract/README.md. */
  readonly sentence: string
}

const day = (sentence: string, ...send: string[]): ContractProbe => ({
  sentence,
  class: '4',
  send: ['full_day', ...send],
})

export const CONTRACT_PROBES: readonly ContractProbe[] = [
  {
    sentence: 'endpoints-10',
    class: '2R',
    send: [CONTROL, 'watched_deleted', EVENT_CALL, 'delete_watched_deleted', `delete_${CONTROL}`],
  },
  day('errors-2', 'day_over_read', 'day_over_missing'),
  day('errors-4 (scope)', 'day_over_scope'),
  day('errors-4 (licence)', 'day_over_licence'),
  day('limits-3', 'next_day'),
]

import type { FaultView } from '../../server/control/protocol/faults.ts'

export type FaultState = 'live' | 'spent' | 'expired'

/** Whether a fault can still fire at an emulated instant. Pure. */
export function stateOf({ times, fired, expires_at }: FaultView, now: number): FaultState {
  if (times !== undefined && fired >= times) return 'spent'
  return expires_at !== null && now >= Date.parse(expires_at) ? 'expired' : 'live'
}

export const isLive = (fault: FaultView, now: number): boolean => stateOf(fault, now) === 'live'

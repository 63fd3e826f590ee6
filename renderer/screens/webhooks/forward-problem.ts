import type { ForwardView } from '../../../server/control/protocol/webhooks.ts'
import { ControlError } from '../../data/client.ts'

/** Of which rule, by its place from 0, and of which part of it, the emulator says that it is wrong; `undefined` of every other error. Pure. */
export function ruleAtFault(error: Error | null): { rule: number; field: keyof ForwardView } | undefined {
  if (!(error instanceof ControlError)) return undefined
  const { rule, field } = error.details ?? {}
  return typeof rule === 'number' && (field === 'from' || field === 'to') ? { rule, field } : undefined
}

/**
 * The harness: `import { startEmulator } from 'ringback'`.
 *
 * Runs an emulator in this process, or connects to one elsewhere, and drives it through its control API. Nothing large is loaded before an
 * emulator starts.
 */
import './harness/node-guard.ts'

export { ControlRefusal, UnreachableError } from './client/control-client.ts'
export type { Json } from './contract/assumption-entry.ts'
export type * from './contract/certification.ts'
export type * from './contract/coverage.ts'
export type { Drill } from './contract/drill.ts'
export { ENVIRONMENT_FORMATS, type EnvironmentFormat, printEnvironment } from './contract/environment.ts'
export type { LedgerReason } from './contract/events.ts'
export type { SignatureExplanation } from './contract/signature-steps.ts'
export type { StartOptions, WorldOptions } from './contract/start-options.ts'
export type * from './control/identifiers.ts'
export type * from './control/protocol/actions.ts'
export type * from './control/protocol/assumptions.ts'
export type * from './control/protocol/calls.ts'
export type * from './control/protocol/certification.ts'
export type * from './control/protocol/clock.ts'
export { ADVANCE_TARGETS } from './control/protocol/clock.ts'
export type * from './control/protocol/common.ts'
export type * from './control/protocol/deliveries.ts'
export type * from './control/protocol/drills.ts'
export type * from './control/protocol/events.ts'
export type * from './control/protocol/faults.ts'
export type * from './control/protocol/fit.ts'
export type * from './control/protocol/inboxes.ts'
export type * from './control/protocol/journal.ts'
export type * from './control/protocol/limits.ts'
export { LIMIT_NAMES } from './control/protocol/limits.ts'
export type * from './control/protocol/process.ts'
export type * from './control/protocol/signatures.ts'
export type * from './control/protocol/snapshots.ts'
export type * from './control/protocol/stream.ts'
export type * from './control/protocol/verdicts.ts'
export type * from './control/protocol/webhooks.ts'
export type * from './control/protocol/worlds.ts'
export { signBody, verifySignature } from './domain/webhooks/signature.ts'
export type { StartedAs } from './emulator.ts'
export { checkDrill } from './harness/check-drill.ts'
export {
  CLEAN_CHECK_NAMES,
  type CleanCheck,
  type CleanProblem,
  findCleanProblems,
  WorldNotCleanError,
} from './harness/clean-checks.ts'
export type { DrillOptions, DrillResult } from './harness/drills-handle.ts'
export { connectEmulator, EmulatorHandle } from './harness/emulator-handle.ts'
export { type TestEnvironment, testEnvironment } from './harness/environment.ts'
export { fit } from './harness/fit.ts'
export { type Answer, type ReceivedDelivery, ReceiverHandle, type ReceiverOptions } from './harness/receiver-handle.ts'
export { diagnoseSignature } from './harness/signature.ts'
export { StartedEmulator, startEmulator } from './harness/start-emulator.ts'
export { TenantHandle } from './harness/tenant-handle.ts'
export { WaitTimeoutError } from './harness/wait-for.ts'
export { checkWorldFile, readWorldFile } from './harness/world-files.ts'
export { WorldHandle } from './harness/world-handle.ts'
export { findHolder as findRunning, type LockHolder } from './store/folder-lock.ts'

/**
 * The harness: `import { startEmulator } from 'ringback'`.
 *
 * Runs an emulator in this process, or connects to one elsewhere, and drives it through its control API. Nothing large is loaded before an
 * emulator starts.
 */
import './harness/node-guard.ts'

export { ControlRefusal, UnreachableError } from './client/control-client.ts'
export type { Json } from './contract/assumption-entry.ts'
export type { Drill } from './contract/drill.ts'
export { ENVIRONMENT_FORMATS, type EnvironmentFormat, printEnvironment } from './contract/environment.ts'
export type { StartOptions, WorldOptions } from './contract/start-options.ts'
export type * from './control/identifiers.ts'
export type * from './control/protocol.ts'
export { ADVANCE_TARGETS, LIMIT_NAMES } from './control/protocol.ts'
export { signBody, verifySignature } from './domain/webhooks/signature.ts'
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

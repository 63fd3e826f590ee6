/**
 * The harness: `import { startEmulator } from 'ringback'`.
 *
 * Runs an emulator in this process, or opens one elsewhere, and drives it through its control API. Nothing heavy is loaded before an
 * emulator starts.
 */
export { ControlRefusal, UnreachableError } from './client/control-client.ts'
export type * from './control/protocol.ts'
export { signBody, verifySignature } from './domain/webhooks/signature.ts'
export { diagnoseSignature } from './domain/webhooks/signature-doctor.ts'
export { type CleanCheck, type CleanProblem, WorldNotCleanError } from './harness/clean-checks.ts'
export { connectEmulator, EmulatorHandle } from './harness/emulator-handle.ts'
export { StartedEmulator, startEmulator } from './harness/start-emulator.ts'
export { TenantHandle } from './harness/tenant-handle.ts'
export { WaitTimeoutError } from './harness/wait-for.ts'
export { WorldHandle } from './harness/world-handle.ts'
export type { StartOptions } from './start-options.ts'

/**
 * The harness: `import { startEmulator } from 'ringback'`.
 *
 * Runs an emulator in this process, or opens one elsewhere, and drives it through its control API. Nothing heavy is loaded before an
 * emulator starts.
 */
export { ControlRefusal, UnreachableError } from './client/control-client.ts'
export { connectEmulator, EmulatorHandle } from './harness/emulator-handle.ts'
export { StartedEmulator, startEmulator } from './harness/start-emulator.ts'
export { TenantHandle } from './harness/tenant-handle.ts'
export { WorldHandle } from './harness/world-handle.ts'
export type { StartOptions } from './start-options.ts'

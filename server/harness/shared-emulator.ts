import type { StartOptions } from '../contract/start-options.ts'
import { connectEmulator, type EmulatorHandle } from './emulator-handle.ts'

/** The emulator that RINGBACK_URL names, as under `ringback exec` and after a global set-up; `undefined` when nothing is named. */
export function connectShared(): Promise<EmulatorHandle> | undefined {
  const { RINGBACK_URL: url, RINGBACK_TOKEN: token } = process.env
  return url ? connectEmulator({ url, token }) : undefined
}

/**
 * Starts the emulator of a whole run and names it in RINGBACK_URL, from where every process of the run takes it. Does nothing when one is
 * named already. Resolves to what stops it.
 */
export async function startShared(options: StartOptions = {}): Promise<() => Promise<void>> {
  if (process.env.RINGBACK_URL) return async () => {}
  const { startEmulator } = await import('./start-emulator.ts')
  const emulator = await startEmulator({ port: 0, ...options })
  process.env.RINGBACK_URL = emulator.url
  if (options.token !== undefined) process.env.RINGBACK_TOKEN = options.token
  return async () => {
    delete process.env.RINGBACK_URL
    await emulator.close()
  }
}

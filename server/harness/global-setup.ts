/**
 * One emulator for all files of a run, so that a file need not start one: name it in the configuration of the runner, as in
 * `globalSetup: 'ringback/global-setup'` of Vitest and Playwright. For options, write a file that exports `globalSetup({ … })`.
 *
 * Under `ringback exec`, or with RINGBACK_URL set, it starts nothing.
 */
import './node-guard.ts'
import type { StartOptions } from '../contract/start-options.ts'
import { startShared } from './shared-emulator.ts'

/** A global set-up with options. What it resolves to stops the emulator. */
export const globalSetup =
  (options: StartOptions = {}): (() => Promise<() => Promise<void>>) =>
  () =>
    startShared(options)

// biome-ignore lint/style/noDefaultExport: runners take the default export of a set-up
export default globalSetup()

/**
 * The messages between the page and the shell, by name. The preload script and the main process share this file; it imports nothing at
 * run time, since a sandboxed preload script can load nothing.
 */
import type { CommandId } from './commands/table.ts'
import type { EmulatorState } from './emulator/state.ts'

export interface DesktopInfo {
  version: string
  platform: string
  /** Where the data of the emulator lives. */
  dataDirectory: string
  emulator: EmulatorState
}

/** Asked by the page, answered by the shell. */
export interface DesktopCalls {
  'desktop:info': { arguments: []; result: DesktopInfo }
  'desktop:run': { arguments: [id: CommandId]; result: boolean }
  'desktop:open-external': { arguments: [url: string]; result: boolean }
}

/** Sent by the shell to the page. */
export interface DesktopEvents {
  'desktop:state': EmulatorState
  /** A path of the dashboard to show, `/requests/req_1?q=…`. */
  'desktop:navigate': string
}

export type CallChannel = keyof DesktopCalls
export type EventChannel = keyof DesktopEvents

export const CALL_CHANNELS = [
  'desktop:info',
  'desktop:run',
  'desktop:open-external',
] as const satisfies readonly CallChannel[]
export const EVENT_CHANNELS = ['desktop:state', 'desktop:navigate'] as const satisfies readonly EventChannel[]

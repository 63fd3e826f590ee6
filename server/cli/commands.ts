import type { Command } from 'commander'
import type { ExitCode } from './exit-codes.ts'

export interface CommandModule {
  /** Gives the command its flags and its action. `exitWith` sets the exit code of a command that ends without an error. */
  configure(command: Command, exitWith: (exitCode: ExitCode) => void): void
}

interface CommandRow {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<CommandModule>
}

/** Every command of `ringback`. */
export const COMMANDS: readonly CommandRow[] = [
  { name: 'start', summary: 'start an emulator', load: () => import('./commands/start.ts') },
]

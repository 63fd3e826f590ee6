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
  { name: 'exec', summary: 'run a command against an emulator of its own', load: () => import('./commands/exec.ts') },
  { name: 'ready', summary: 'tell whether an emulator answers', load: () => import('./commands/ready.ts') },
  { name: 'reset', summary: 'back to a fresh start', load: () => import('./commands/reset.ts') },
  { name: 'clock', summary: 'show and move the time', load: () => import('./commands/clock.ts') },
  { name: 'limits', summary: 'show and set what has been used', load: () => import('./commands/limits.ts') },
  { name: 'call', summary: 'place and drive calls', load: () => import('./commands/call.ts') },
  { name: 'trigger', summary: 'let an event happen', load: () => import('./commands/trigger.ts') },
  { name: 'listen', summary: 'receive webhooks on this machine', load: () => import('./commands/listen.ts') },
  { name: 'deliveries', summary: 'show and repeat deliveries', load: () => import('./commands/deliveries.ts') },
  { name: 'logs', summary: 'show requests, and why they were answered so', load: () => import('./commands/logs.ts') },
  { name: 'sign', summary: 'sign a body as a delivery is signed', load: () => import('./commands/sign.ts') },
  { name: 'verify', summary: 'check a signature, and name the mistake', load: () => import('./commands/verify.ts') },
  { name: 'certify', summary: 'put a webhook receiver to the test', load: () => import('./commands/certify.ts') },
  { name: 'snapshot', summary: 'keep and restore states of a world', load: () => import('./commands/snapshot.ts') },
  { name: 'world', summary: 'show, create and remove worlds', load: () => import('./commands/world.ts') },
  {
    name: 'assumptions',
    summary: 'show and change what the contract leaves open',
    load: () => import('./commands/assumptions.ts'),
  },
  { name: 'coverage', summary: 'show how much of the contract was met', load: () => import('./commands/coverage.ts') },
  { name: 'openapi', summary: 'print the contract as OpenAPI', load: () => import('./commands/openapi.ts') },
]

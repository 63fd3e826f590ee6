import type { Command } from 'commander'
import type { ExitCode } from './exit-codes.ts'

export interface CommandModule {
  /**
   * Gives the command its flags and its action. Call `exitWith` to set the exit code of a command that ends without an error. `commands` are
   * all that there are.
   */
  configure(command: Command, exitWith: (exitCode: ExitCode) => void, commands: readonly CommandRow[]): void
}

export interface CommandRow {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<CommandModule>
}

export const COMMANDS: readonly CommandRow[] = [
  { name: 'start', summary: 'start an emulator', load: () => import('./commands/start.ts') },
  { name: 'exec', summary: 'run a command against its own emulator', load: () => import('./commands/exec.ts') },
  { name: 'ready', summary: 'check whether an emulator answers', load: () => import('./commands/ready.ts') },
  {
    name: 'env',
    summary: 'print the address of an emulator as shell variables',
    load: () => import('./commands/env.ts'),
  },
  { name: 'reset', summary: 'reset a world to a fresh start', load: () => import('./commands/reset.ts') },
  { name: 'clock', summary: 'show and set the clock', load: () => import('./commands/clock.ts') },
  { name: 'limits', summary: 'show and set what is used of each limit', load: () => import('./commands/limits.ts') },
  { name: 'call', summary: 'place and drive simulated calls', load: () => import('./commands/call.ts') },
  { name: 'trigger', summary: 'trigger an event', load: () => import('./commands/trigger.ts') },
  { name: 'listen', summary: 'receive webhooks on this machine', load: () => import('./commands/listen.ts') },
  { name: 'deliveries', summary: 'show and redeliver deliveries', load: () => import('./commands/deliveries.ts') },
  {
    name: 'tenant',
    summary: 'show, create and change tenants and their keys',
    load: () => import('./commands/tenant.ts'),
  },
  { name: 'fault', summary: 'make something go wrong on purpose', load: () => import('./commands/fault.ts') },
  { name: 'script', summary: 'decide what happens in future calls', load: () => import('./commands/script.ts') },
  {
    name: 'inbox',
    summary: 'read receivers inside Ringback, and set how they answer',
    load: () => import('./commands/inbox.ts'),
  },
  {
    name: 'forward',
    summary: 'deliver webhooks of an https origin to a local address',
    load: () => import('./commands/forward.ts'),
  },
  { name: 'ledger', summary: 'show what was not sent, and why', load: () => import('./commands/ledger.ts') },
  { name: 'logs', summary: 'show requests, and explain the responses', load: () => import('./commands/logs.ts') },
  { name: 'sign', summary: 'sign a body the way a delivery is signed', load: () => import('./commands/sign.ts') },
  {
    name: 'verify',
    summary: 'check a signature, and name the mistake if it is invalid',
    load: () => import('./commands/verify.ts'),
  },
  { name: 'certify', summary: 'test a webhook receiver', load: () => import('./commands/certify.ts') },
  { name: 'snapshot', summary: 'save and restore snapshots of a world', load: () => import('./commands/snapshot.ts') },
  { name: 'world', summary: 'show, create and remove worlds', load: () => import('./commands/world.ts') },
  {
    name: 'assumptions',
    summary: 'show and change assumptions about what the contract leaves open',
    load: () => import('./commands/assumptions.ts'),
  },
  { name: 'drill', summary: 'run a command against bad days, and judge it', load: () => import('./commands/drill.ts') },
  {
    name: 'measure',
    summary: 'measure what the real service does where the contract is silent',
    load: () => import('./commands/measure.ts'),
  },
  {
    name: 'coverage',
    summary: 'show how much of the contract was exercised',
    load: () => import('./commands/coverage.ts'),
  },
  {
    name: 'verdicts',
    summary: 'show how clients behaved, and explain the rules',
    load: () => import('./commands/verdicts.ts'),
  },
  {
    name: 'fit',
    summary: 'find out on which plan recorded or sketched traffic would fit',
    load: () => import('./commands/fit.ts'),
  },
  {
    name: 'mcp',
    summary: 'serve tools to an agent over standard input and output (Model Context Protocol)',
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'completion',
    summary: 'print a script that completes commands and flags in a shell',
    load: () => import('./commands/completion.ts'),
  },
  { name: 'openapi', summary: 'print the emulated contract as OpenAPI', load: () => import('./commands/openapi.ts') },
]

/**
 * `npm run dev`: the emulator, restarted when its sources change, and the dashboard, reloaded when they change. Flags go to the emulator.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

const root = path.join(import.meta.dirname, '..')
const flags = process.argv.slice(2)
const { port = '4010' } = parseArgs({ args: flags, options: { port: { type: 'string' } }, strict: false }).values
const emulatorUrl = `http://127.0.0.1:${port}`

const children: ChildProcess[] = [
  ['--watch', '--watch-preserve-output', 'server/cli/main.ts', 'start', '--store', '.ringback', ...flags],
  ['node_modules/vite/bin/vite.js', '--config', 'renderer/vite.config.ts', '--mode', emulatorUrl],
].map(args => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }))

function stop(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal))
for (const child of children)
  child.on('exit', code => {
    process.exitCode ||= code ?? 0
    stop('SIGTERM')
  })

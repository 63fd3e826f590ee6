/** `npm start`: builds the dashboard when it is missing or older than its sources, then starts the emulator with its data in `.ringback/`. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const built = path.join(root, 'dist/renderer/index.html')
/** What the dashboard is made of: its own room, and the types and facts that it imports. */
const sources = ['renderer', 'server/contract', 'server/control/protocol.ts', 'package-lock.json']

function newest(file: string): number {
  const { mtimeMs } = statSync(file)
  if (!statSync(file).isDirectory()) return mtimeMs
  const inside = readdirSync(file, { recursive: true, withFileTypes: true })
  return Math.max(
    0,
    ...inside.filter(entry => entry.isFile()).map(entry => statSync(path.join(entry.parentPath, entry.name)).mtimeMs),
  )
}

const isFresh = existsSync(built) && sources.every(source => newest(path.join(root, source)) <= statSync(built).mtimeMs)
if (!isFresh && !process.argv.includes('--no-dashboard')) {
  process.stderr.write('Building the dashboard, as its sources have changed…\n')
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '--config',
      'renderer/vite.config.ts',
      '--logLevel',
      'warn',
    ],
    // stdout belongs to the ready line of --json.
    { cwd: root, stdio: ['ignore', 2, 2] },
  )
  if (status !== 0) process.stderr.write('The dashboard could not be built; the emulator starts without it.\n')
}

process.argv.splice(2, 0, 'start', '--store', '.ringback')
await import('../server/cli/main.ts')

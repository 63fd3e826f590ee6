import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { isFresh } from './freshness.ts'

const root = path.join(import.meta.dirname, '..')
export const DASHBOARD_FOLDER = path.join(root, 'dist/renderer')
const built = path.join(DASHBOARD_FOLDER, 'index.html')
/** What the dashboard is made of: its own room, and the types and facts that it imports. */
const sources = ['renderer', 'server/contract', 'server/control/protocol', 'package-lock.json']

export const isDashboardBuilt = (): boolean => existsSync(built)

/** Of one that was never built, no source has changed. */
export const buildingText = ({ isThere }: { isThere: boolean }): string =>
  `Building the dashboard${isThere ? ', as its sources have changed' : ''}…`

/** Builds the dashboard when it is missing or older than its sources. Whether there is one afterwards. */
export function ensureDashboard(): boolean {
  if (isFresh(built, sources)) return true
  process.stderr.write(`${buildingText({ isThere: existsSync(built) })}\n`)
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  // stdout belongs to the ready line of --json, and to what `npm pack --json` prints.
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--config', 'renderer/vite.config.ts', '--logLevel', 'warn'],
    // A test runner's own environment would make React's development build of it.
    { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'production' } },
  )
  return status === 0 && existsSync(built)
}

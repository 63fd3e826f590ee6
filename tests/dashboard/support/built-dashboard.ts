import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'

const CONFIG = path.join(import.meta.dirname, '../../../renderer/vite.config.ts')

/** Builds the dashboard from its sources into a folder of its own: a test sees the page of now, whatever `dist` holds. */
export async function buildDashboard(): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ringback-dashboard-'))
  await build({ configFile: CONFIG, mode: 'production', logLevel: 'error', build: { outDir: folder } })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

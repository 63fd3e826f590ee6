import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { bundleForNode } from '../../scripts/node-bundle.ts'

const DIST = new URL('../../dist', import.meta.url).pathname

/** The first file of a command line that was bundled for this test, as the package has it. */
export async function bundledCli(): Promise<string> {
  // Below the project, where its native module is found.
  const folder = mkdtempSync(join(DIST, 'cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await bundleForNode({ main: 'server/cli/main.ts' }, folder)
  return join(folder, 'main.js')
}

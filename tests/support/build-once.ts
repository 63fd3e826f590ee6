import type { TestProject } from 'vitest/node'
import { ensureCli } from '../../scripts/cli-build.ts'
import { ensureDashboard } from '../../scripts/dashboard-build.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The first file of the command line. */
    cli: string
  }
}

/** Before any test of a run: the dashboard and the command line are those of the sources, built once for all files that use them. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('cli', await ensureCli())
  if (!ensureDashboard()) throw new Error('The dashboard could not be built; see the messages above.')
}

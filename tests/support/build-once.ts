import { ensureCli } from '../../scripts/cli-build.ts'
import { ensureDashboard } from '../../scripts/dashboard-build.ts'

/** Before any test of a run: the dashboard and the command line are those of the sources, built once for all files that use them. */
export async function setup(): Promise<void> {
  // The workers get the environment of this process.
  process.env.RINGBACK_TEST_CLI = await ensureCli()
  if (!ensureDashboard()) throw new Error('The dashboard could not be built; see the messages above.')
}

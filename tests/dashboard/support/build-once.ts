import { ensureDashboard } from '../../../scripts/dashboard-build.ts'

/** Before any test of a run: the dashboard is that of the sources, built once for all files that open it. */
export function setup(): void {
  if (!ensureDashboard()) throw new Error('The dashboard could not be built; see the messages above.')
}

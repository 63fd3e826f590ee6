/** `npm run headless -- <flags>`: the emulator for CI, in memory, with one line of JSON when it answers. It ends with its npm. */
import { run } from '../server/cli/program.ts'
import { isDashboardBuilt } from './dashboard-build.ts'

const flags = process.argv.slice(2)

/** A pipeline seldom looks at it, and its build takes longer than all else here. */
function warn(): void {
  if (!flags.includes('--no-dashboard') && !isDashboardBuilt())
    process.stderr.write(
      'The dashboard is not built, so dashboard_url answers 503; "npm run build:dashboard" builds it.\n',
    )
}

process.env.RINGBACK_STOP_WITH_PARENT = '1'
process.exitCode = await run(['start', '--json', '--store', 'memory', ...flags], warn)

/**
 * `npm start`: builds the dashboard when it is missing or older than its sources, then starts the emulator with its data in `.ringback/`.
 */
import { run } from '../server/cli/program.ts'
import { ensureDashboard } from './dashboard-build.ts'

const flags = process.argv.slice(2)

function build(): void {
  if (!flags.includes('--no-dashboard') && !ensureDashboard())
    process.stderr.write('The dashboard could not be built; the emulator starts without it.\n')
}

process.env.RINGBACK_STOP_WITH_PARENT = '1'
process.exitCode = await run(['start', '--store', '.ringback', '--record', ...flags], build)

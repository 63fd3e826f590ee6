/**
 * `npm start`: builds the dashboard when it is missing or older than its sources, then starts the emulator with its data in `.ringback/`.
 */
import { ensureDashboard } from './dashboard-build.ts'

if (!process.argv.includes('--no-dashboard') && !ensureDashboard())
  process.stderr.write('The dashboard could not be built; the emulator starts without it.\n')

process.env.RINGBACK_STOP_WITH_PARENT = '1'
process.argv.splice(2, 0, 'start', '--store', '.ringback', '--record')
await import('../server/cli/main.ts')

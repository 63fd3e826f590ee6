/** `npm run ringback -- <command>`: the command line from its sources, where the package is not built. */
import { run } from '../server/cli/program.ts'

const args = process.argv.slice(2)

// The shell of npm ends without passing signals on.
if (args[0] === 'start') process.env.RINGBACK_STOP_WITH_PARENT = '1'
process.exitCode = await run(args)

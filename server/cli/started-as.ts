import path from 'node:path'
import { START_OPTIONS } from '../contract/start-options.ts'
import type { StartedAs } from '../index.ts'

/** How a process was started. */
interface Start {
  /** As `process.argv`: Node, the file that runs, what follows it. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly pid: number
}

/** The first process of a container: whoever restarts it does so from outside. */
const CONTAINER_PID = 1

/** How a file of the clone is run with npm; what `npm start` adds to the flags by itself is not in its arguments. */
const SCRIPTS: { readonly [file: string]: { readonly run: string; readonly start: string; readonly named: boolean } } =
  {
    'scripts/start.ts': { run: 'npm run -s ringback --', start: 'npm start', named: false },
    'scripts/ringback.ts': { run: 'npm run -s ringback --', start: 'npm run ringback -- start', named: true },
  }

/** How to run commands where this one was run, and to start the emulator again as it was; `undefined` where that cannot be said. */
export function startedAs({ argv, cwd, pid }: Start): StartedAs | undefined {
  if (pid === CONTAINER_PID) return undefined
  const [, file = '', ...args] = argv
  const place = file.replaceAll('\\', '/')
  const script = Object.entries(SCRIPTS).find(([name]) => place.endsWith(`/${name}`))?.[1]
  const isSource = place.endsWith('/server/cli/main.ts')
  const run = script?.run ?? (isSource ? `node ${quoted(path.relative(cwd, file))}` : packageRun(place))
  const start = script?.start ?? `${run} start`
  // The name of the command comes first, but for `npm start`.
  const flags = script?.named === false ? args : args.slice(1)
  const separator = script?.named === false ? ' --' : ''
  return {
    run,
    restart: port => {
      const again = flagsAgain(flags, port)
      return again.length === 0 ? start : [`${start}${separator}`, ...again].join(' ')
    },
  }
}

/** One that is installed for the whole machine is on the path; npx finds one that is a dependency, or that it has fetched. */
const packageRun = (place: string) =>
  place.endsWith('/bin/ringback') && !place.includes('/node_modules/') ? 'ringback' : 'npx ringback'

/** The flags of a start, with the port that it has got and without its token, which whoever has it fills in. */
function flagsAgain(flags: readonly string[], port: number): string[] {
  const kept: string[] = []
  let [hadPort, hadToken] = [false, false]
  for (let index = 0; index < flags.length; index++) {
    const flag = flags[index] as string
    const [name] = flag.split('=', 1)
    if (name !== '--port' && name !== '--token') {
      kept.push(quoted(flag))
      continue
    }
    if (!flag.includes('=')) index += 1
    if (name === '--port') hadPort = true
    else hadToken = true
  }
  if (hadPort || port !== Number(START_OPTIONS.port.flag.default)) kept.push(`--port ${port}`)
  if (hadToken) kept.push('--token <text>')
  return kept
}

/** An argument as a shell takes it. */
const quoted = (argument: string): string =>
  /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`

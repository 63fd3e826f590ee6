import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { residentMegabytes } from '../processes.ts'
import { type Figure, median, type Row, round } from '../row.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** What a user starts: the packaged command line. */
const CLI = join(ROOT, 'dist/package/lib/main.js')

/** Spawn to the first 200 with the fixture `standard`, the memory of an idle process, and a command that is run beside an emulator. */
export const start: Row = {
  name: 'start',
  run: async ({ rounds }) => {
    await run(process.execPath, [join(ROOT, 'scripts/build-package.ts')])
    const first: number[] = []
    const nothing: number[] = []
    const idle: number[] = []
    const beside: number[] = []
    for (let index = 0; index <= rounds; index++) {
      const begun = performance.now()
      const child = spawn(process.execPath, [CLI, 'start', '--json', '--store', 'memory', '--port', '0'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
      const { url } = JSON.parse(line) as { url: string }
      const { status } = await fetch(`${url}/control/health`)
      const elapsed = performance.now() - begun
      if (status !== 200) throw new Error(`${url} answered ${status}.`)
      if (index > 0) {
        first.push(elapsed)
        idle.push(residentMegabytes(child.pid))
      }
      child.kill()
      await once(child, 'exit')
      const empty = await timed(['-e', '0'])
      const command = await timed([CLI, 'exec', '--', 'true'])
      if (index === 0) continue
      nothing.push(empty)
      beside.push(command)
    }
    const figure = (row: string, measured: number[], most: number): Figure => {
      const times = median(measured) / median(nothing)
      return {
        row,
        figure: `${round(times, 1)} × (${Math.round(median(measured))} ms of ${Math.round(median(nothing))} ms)`,
        goal: `≤ ${most} ×`,
        reached: times <= most,
        details: { measured, nothing },
      }
    }
    const figures: Figure[] = [
      figure('start to the first 200, fixture standard, memory store, beside node -e 0', first, 8),
      figure('ringback exec -- true beside node -e 0', beside, 12),
      {
        row: 'memory, idle',
        figure: `${Math.round(median(idle))} MB`,
        goal: '≤ 130 MB',
        reached: median(idle) <= 130,
        details: { idle },
      },
    ]
    return figures
  },
}

async function timed(args: readonly string[]): Promise<number> {
  const begun = performance.now()
  const [code] = (await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit')) as [number]
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}.`)
  return performance.now() - begun
}

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

/** Spawn to the first 200 with the fixture `standard`, and the memory of an idle process. */
export const start: Row = {
  name: 'start',
  run: async ({ rounds }) => {
    await run(process.execPath, [join(ROOT, 'scripts/build-package.ts')])
    const first: number[] = []
    const nothing: number[] = []
    const idle: number[] = []
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
      const empty = performance.now()
      await once(spawn(process.execPath, ['-e', '0']), 'exit')
      if (index > 0) nothing.push(performance.now() - empty)
    }
    const times = median(first) / median(nothing)
    const figures: Figure[] = [
      {
        row: 'start: spawn to the first 200, fixture standard, memory store',
        figure: `${Math.round(median(first))} ms, ${round(times, 1)} × node -e 0 (${Math.round(median(nothing))} ms)`,
        goal: '≤ 450 ms and ≤ 12 ×',
        reached: median(first) <= 450 && times <= 12,
        details: { first, nothing },
      },
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

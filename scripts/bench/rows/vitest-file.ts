import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Figure, median, type Row } from '../row.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** How much longer `vitest run` takes on one file of a project when Ringback's global set-up starts an emulator for it. */
export const vitestFile: Row = {
  name: 'vitest-file',
  run: async ({ rounds }) => {
    await run(process.execPath, [join(ROOT, 'scripts/build-package.ts')])
    const folder = mkdtempSync(join(tmpdir(), 'ringback-vitest-'))
    try {
      const modules = join(folder, 'node_modules')
      mkdirSync(modules)
      symlinkSync(ROOT, join(modules, 'ringback'))
      symlinkSync(join(ROOT, 'node_modules/vitest'), join(modules, 'vitest'))
      writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
      writeFileSync(
        join(folder, 'one.test.js'),
        "import { expect, test } from 'vitest'\ntest('one', () => expect(1).toBe(1))\n",
      )
      const config = (options: string) => `export default { test: { watch: false, ${options} } }\n`
      writeFileSync(join(folder, 'without.config.js'), config(''))
      writeFileSync(join(folder, 'with.config.js'), config("globalSetup: ['ringback/vitest/global-setup']"))
      const times = { without: [] as number[], with: [] as number[] }
      for (let index = 0; index <= rounds * 2; index++) {
        for (const name of ['without', 'with'] as const) {
          const begun = performance.now()
          const args = [join(modules, 'vitest/vitest.mjs'), 'run', '--config', `${name}.config.js`]
          await run(process.execPath, args, { cwd: folder })
          if (index > 0) times[name].push(performance.now() - begun)
        }
      }
      const more = median(times.with.map((value, index) => value - (times.without[index] ?? Number.NaN)))
      const figure: Figure = {
        row: "a Vitest file with Ringback's global set-up beside one without Ringback",
        figure: `${Math.round(more)} ms more (${Math.round(median(times.without))} ms without)`,
        goal: '≤ 60 ms more',
        reached: more <= 60,
        details: times,
      }
      return [figure]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

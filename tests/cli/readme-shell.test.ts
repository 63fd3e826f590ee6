import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { startEmulator } from '../../server/index.ts'
import { ringback, temporaryFolder } from '../support/cli.ts'
import { blocksOf, READMES, runScript, theBlock } from '../support/readme-blocks.ts'

const SHELLS = ['sh -c', 'bash -e -c']
const ASK = `curl -s -o /dev/null -w '%{http_code}' "$RINGBACK_BASE_URL/customers" -H "Authorization: Bearer $RINGBACK_API_KEY"`

describe.each(blocksOf('sh script').map(({ file, text }) => [file, text] as const))(
  'the plain-shell lines of %s (finding R1)',
  (_, script) => {
    test.each(SHELLS)('end with the code of tests that pass, which have found the emulator: %s', async shell => {
      using folder = temporaryFolder()
      const { code, output, tests } = await runScript(script, { cwd: folder.path, shell, tests: ASK })
      expect({ code, tests }, output).toEqual({ code: 0, tests: '200' })
    })

    test.each(SHELLS)('end with the code of tests that fail: %s', async shell => {
      using folder = temporaryFolder()
      const { code, ran, output } = await runScript(script, { cwd: folder.path, shell, tests: 'exit 7' })
      expect({ code, ran }, output).toEqual({ code: 7, ran: true })
    })

    test.each(SHELLS)('end with a code that is not 0 when no emulator starts and no test runs: %s', async shell => {
      using folder = temporaryFolder()
      writeFileSync(path.join(folder.path, 'ringback.config.json'), '{"host":"0.0.0.0"}')
      const impatient = script.replace('--wait', '--wait 1s')
      expect(impatient).not.toBe(script)
      const { code, ran, output } = await runScript(impatient, { cwd: folder.path, shell, tests: 'exit 0' })
      expect({ ran, zero: code === 0 }, output).toEqual({ ran: false, zero: false })
    })

    test('stop the emulator, and leave no file with keys behind', async () => {
      using folder = temporaryFolder()
      const tests = 'echo "$RINGBACK_URL"'
      const stopped = script.replace('exit $code', 'wait $!; exit $code')
      expect(stopped).not.toBe(script)
      const { code, tests: url } = await runScript(stopped, { cwd: folder.path, shell: 'bash -c', tests })
      expect(code).toBe(0)
      await expect(fetch(url.trim())).rejects.toThrow('fetch failed')
      expect(readdirSync(folder.path)).not.toContain('ringback.json')
    })
  },
)

test('the README of the command line has such lines', () => {
  expect(blocksOf('sh script').map(({ file }) => file)).toEqual(['server/cli/README.md'])
})

test('the lines that take their environment from a running emulator place a call (finding R13)', async () => {
  using folder = temporaryFolder()
  await using emulator = await startEmulator()
  const { code, output } = await runScript(theBlock('sh env'), {
    cwd: folder.path,
    shell: 'bash -euo pipefail -c',
    env: { RINGBACK_URL: emulator.url },
  })
  expect(code).toBe(0)
  expect(output).toContain('"status":"initiating"')
})

test.each(READMES)(
  'the line for GitHub Actions in %s runs the tests, and ends with their code (finding R1)',
  async file => {
    const yaml = theBlock('yaml', file)
    const [, line = ''] = /^ *- run: (npx ringback exec .*)$/m.exec(yaml) ?? []
    const outcome = async (tests: string) => {
      using folder = temporaryFolder()
      const { code, ran } = await runScript(line, { cwd: folder.path, shell: 'bash -e -c', tests })
      const files = readdirSync(folder.path).filter(name => /^(ringback\.xml|coverage\.html|capsules)$/.test(name))
      return { code, ran, files }
    }
    expect(await outcome(ASK)).toEqual({ code: 0, ran: true, files: ['coverage.html', 'ringback.xml'] })
    const failed = { code: 7, ran: true, files: ['capsules', 'coverage.html', 'ringback.xml'] }
    expect(await outcome(`${ASK}; exit 7`)).toEqual(failed)
    const [, uploaded] = /^ *path: \|\n((?: +\S+\n)+)/m.exec(yaml) ?? []
    if (uploaded !== undefined) expect(uploaded.trim().split(/\s+/).sort()).toEqual(failed.files)
    const judges = line.includes('--fail-on')
    expect(await outcome('curl -s "$RINGBACK_BASE_URL/nowhere"')).toMatchObject({ code: judges ? 3 : 0, ran: true })
  },
)

/** Each line that stays, with the pages that have it. */
const STAYING = Object.entries(
  Object.groupBy(
    blocksOf('sh stays').flatMap(({ file, text }) =>
      text
        .trim()
        .split('\n')
        .map(line => ({ file, line: line.replace(/^npx /, '').replace(/^ringback /, '') })),
    ),
    ({ line }) => line,
  ),
).map(([line, places = []]) => [places.map(({ file }) => file).join(', '), line] as const)

test('there are lines that stay', () => {
  expect(STAYING.flatMap(([files]) => files.split(', '))).toHaveLength(5)
})

test.each(STAYING)('%s: "ringback %s" begins its work, and stops when it is told to', async (_, line) => {
  using folder = temporaryFolder()
  const args = line.split(' ')
  await using running = args[0] === 'start' ? undefined : await startEmulator()
  const port = args[0] === 'start' ? ['--port', '0'] : []
  await using cli = ringback([...args, ...port], {
    cwd: folder.path,
    env: running === undefined ? {} : { RINGBACK_URL: running.url },
  })
  await cli.wrote('stdout', args[0] === 'start' ? /Ringback is ready\./ : /whsec_/)
  cli.child.kill('SIGTERM')
  expect((await cli.ended).code).toBe(0)
})

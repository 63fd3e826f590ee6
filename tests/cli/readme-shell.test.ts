import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { startEmulator } from '../../server/index.ts'
import { BUNDLED_CLI, ringback, temporaryFolder, UNNAMED } from '../support/cli.ts'

const ROOT = path.join(import.meta.dirname, '../..')

interface Block {
  readonly file: string
  readonly text: string
}

/** Blocks of both READMEs in this language and with this tag. */
function blocks(tag: string): Block[] {
  return ['README.md', 'server/cli/README.md'].flatMap(file =>
    [
      ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(new RegExp(`^\`\`\`${tag}\n([\\s\\S]*?)^\`\`\`$`, 'gm')),
    ].map(([, text = '']) => ({ file, text })),
  )
}

/**
 * Runs a script as it stands, in a folder in which `ringback` and `npx ringback` are the command line and `npm test` is what is given here. The
 * tests leave a file behind, so that a run without them can be told.
 */
async function runScript(
  script: string,
  { cwd, shell, tests, env = {} }: { cwd: string; shell: string; tests: string; env?: NodeJS.ProcessEnv },
): Promise<{ code: number | null; output: string; ran: boolean; tests: string }> {
  const command = (name: string, text: string) => {
    const file = path.join(cwd, name)
    writeFileSync(file, `#!/bin/sh\n${text}\n`)
    chmodSync(file, 0o755)
  }
  command('ringback', `exec '${process.execPath}' '${BUNDLED_CLI}' "$@"`)
  command('npx', 'exec "$@"')
  const report = path.join(cwd, 'tests-ran')
  command('npm', `${tests} > '${report}'`)
  const [name = '', ...args] = shell.split(' ')
  const child = spawn(name, [...args, script], {
    cwd,
    env: { ...process.env, PATH: `${cwd}:${process.env.PATH}`, ...UNNAMED, ...env },
  })
  let output = ''
  child.stdin.end()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', text => {
      output += text
    })
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  const ran = existsSync(report)
  return { code, output, ran, tests: ran ? readFileSync(report, 'utf8') : '' }
}

const SHELLS = ['sh -c', 'bash -e -c']
const ASK = `curl -s -o /dev/null -w '%{http_code}' "$RINGBACK_BASE_URL/customers" -H "Authorization: Bearer $RINGBACK_API_KEY"`

describe.each(blocks('sh script').map(({ file, text }) => [file, text] as const))(
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

test('both READMEs have such lines', () => {
  expect(blocks('sh script').map(({ file }) => file)).toEqual(['README.md', 'server/cli/README.md'])
})

test('the lines that take their environment from a running emulator place a call (finding R13)', async () => {
  const [block] = blocks('sh env')
  using folder = temporaryFolder()
  await using emulator = await startEmulator()
  const { code, output } = await runScript(block?.text ?? '', {
    cwd: folder.path,
    shell: 'bash -euo pipefail -c',
    tests: 'exit 9',
    env: { RINGBACK_URL: emulator.url },
  })
  expect(code).toBe(0)
  expect(output).toContain('"status":"initiating"')
})

test('the line for GitHub Actions runs the tests, and ends with their code (finding R1)', async () => {
  const [, line = ''] =
    /^- run: (npx ringback exec .*)$/m.exec(readFileSync(path.join(ROOT, 'README.md'), 'utf8')) ?? []
  const outcome = async (tests: string) => {
    using folder = temporaryFolder()
    const { code, ran } = await runScript(line, { cwd: folder.path, shell: 'bash -e -c', tests })
    return {
      code,
      ran,
      files: readdirSync(folder.path).filter(name => /^(ringback\.xml|coverage\.html|capsules)$/.test(name)),
    }
  }
  expect(await outcome(ASK)).toEqual({ code: 0, ran: true, files: ['coverage.html', 'ringback.xml'] })
  expect(await outcome(`${ASK}; exit 7`)).toEqual({
    code: 7,
    ran: true,
    files: ['capsules', 'coverage.html', 'ringback.xml'],
  })
  expect(await outcome('curl -s "$RINGBACK_BASE_URL/nowhere"')).toMatchObject({ code: 3, ran: true })
})

const STAYING = blocks('sh stays').flatMap(({ file, text }) =>
  text
    .trim()
    .split('\n')
    .map(line => [file, line.replace(/^npx /, '').replace(/^ringback /, '')] as const),
)

test('there are lines that stay', () => {
  expect(STAYING).toHaveLength(5)
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

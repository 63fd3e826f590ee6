import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { REPOSITORY, theBlock } from '../support/readme-blocks.ts'

/** Debian's pytest; the plugin is put on its path. */
const PYTHON = '/usr/bin/python3'
const has = (module: string) => spawnSync(PYTHON, ['-c', `import ${module}`]).status === 0
const folder = mkdtempSync(path.join(tmpdir(), 'ringback-pytest-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A copy without what a `pip install` leaves in the folder, by which pytest would find the plugin a second time. */
const plugin = path.join(folder, 'plugin')
cpSync(path.join(REPOSITORY, 'server/harness/python/ringback_pytest'), path.join(plugin, 'ringback_pytest'), {
  recursive: true,
})

/** A `ringback` on the path, as an installed package has it. */
const bin = path.join(folder, 'ringback')
writeFileSync(
  bin,
  `#!/bin/sh\necho started >> '${folder}/starts'\nexec '${process.execPath}' '${REPOSITORY}/server/cli/main.ts' "$@"\n`,
)
chmodSync(bin, 0o755)

const pytest = (...args: string[]) =>
  python('-m', 'pytest', '-p', 'ringback_pytest.plugin', '-p', 'no:cacheprovider', ...args)

async function python(...args: string[]): Promise<{ code: number | null; output: string }> {
  const { RINGBACK_URL: _, ...inherited } = process.env
  const env = {
    ...inherited,
    PATH: `${folder}:${process.env.PATH}`,
    PYTHONPATH: plugin,
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const child = spawn(PYTHON, args, { cwd: folder, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', piece => {
      output += piece
    })
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  return { code, output }
}

describe.skipIf(!has('pytest'))('pytest (where Debian has python3-pytest)', () => {
  const suite = path.join(import.meta.dirname, 'python/test_crm.py')

  test('thirty tests have a world each, on one emulator that the run starts', async () => {
    const { code, output } = await pytest('-q', suite)
    expect(output).toMatch(/30 passed/)
    expect(code).toBe(0)
  })

  test.skipIf(!has('xdist'))('in parallel, one emulator serves all workers', async () => {
    rmSync(path.join(folder, 'starts'), { force: true })
    const { code, output } = await pytest('-q', '-n', '3', suite)
    expect(output).toMatch(/30 passed/)
    expect(code).toBe(0)
    expect(spawnSync('wc', ['-l', path.join(folder, 'starts')], { encoding: 'utf8' }).stdout.trim()).toMatch(/^1 /)
  })

  test('the example of the README is green', async () => {
    writeFileSync(path.join(folder, 'test_readme.py'), theBlock('python pytest'))
    const { code, output } = await pytest('-q', 'test_readme.py')
    expect(output).toMatch(/1 passed/)
    expect(code).toBe(0)
  })

  test('a red test prints its newest requests with check and reason, and how to run it again', async () => {
    writeFileSync(
      path.join(folder, 'test_red.py'),
      `import pytest

def test_quota(world):
    pro = world.tenant("pro")
    pro.limits.set(day="limit")
    world.faults.add({"drop": True}, match={"path": "/calls"}, times=1)
    with pytest.raises(Exception):
        pro.get("/calls")
    assert pro.get("/customers").status == 200
`,
    )
    const { code, output } = await pytest('test_red.py')
    expect(output).toMatch(
      /#1 GET \/calls · answer lost · .*\n {2}#2 GET \/customers · 429 quota_exceeded · Refused by the check quota\./,
    )
    expect(output).toContain('reproduce: pytest "test_red.py::test_quota"')
    expect(code).toBe(1)
  })

  test('a run that is killed leaves no emulator behind', async () => {
    const script = `import os, signal
from ringback_pytest.plugin import _Started
print(_Started().url, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
`
    // The emulator has the standard error of that process, and the end of both is waited for.
    expect(await python('-c', script)).toEqual({ code: null, output: expect.stringMatching(/^http:/m) })
  })

  test('a check at the end of a test fails it when nobody acknowledged a delivery', async () => {
    writeFileSync(
      path.join(folder, 'test_unclean.py'),
      `import pytest

@pytest.mark.ringback(fixture="empty", checks=["undelivered", "unknown_route"])
def test_leaves_something(world):
    world.webhooks.register("pro", "https://nobody.example/hooks", ["call.missed"])
    world.call("PUT", "/forwards", [{"from": "https://nobody.example", "to": "http://127.0.0.1:9"}])
    world.events.trigger("pro", "call.missed")
    world.deliveries.wait_for(event="call.missed")
    world.tenant("pro").get("/nowhere")
`,
    )
    const { code, output } = await pytest('-q', 'test_unclean.py')
    expect(output).toMatch(/undelivered: call\.missed to https:\/\/nobody\.example\/hooks is pending after 1 attempt/)
    expect(output).toMatch(/unknown_route: GET \/api\/v1\/nowhere|unknown_route: GET \/nowhere/)
    expect(code).toBe(1)
  })
})

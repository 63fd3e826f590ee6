import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'
import { blocksOf, REPOSITORY, theBlock } from '../support/readme-blocks.ts'

describe('the README', () => {
  test('its curl lines, and those of the page on worlds, work as they stand', async () => {
    await using emulator = await TestEmulator.start({ pace: 'live', clock: '2026-03-10T03:00:00Z' })
    const outputs: string[] = []
    for (const { text } of blocksOf('sh'))
      outputs.push(await run(text.replaceAll('http://127.0.0.1:4010', emulator.url)))
    // curl ends with 0 whatever was answered.
    for (const output of outputs) expect(output).not.toMatch(/"error":\{"code"/)
    const [first, webhook, call, , inbox, journal] = outputs
    expect(first).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(webhook).toContain('"secret":"whsec_')
    expect(call).toContain('"status":"initiating"')
    expect(inbox).toContain('"verified":true')
    expect(journal).toContain('"endpoint":"initiateCall"')
    const fork = outputs.find(output => output.includes('"forked_from"'))
    expect(fork).toContain('"world_id":"what-if"')
    const capsule = outputs.find(output => output.includes('"rewound"'))
    expect(capsule).toContain('"rewound":true,"redacted":true')
  })

  test('its story runs as written', () => {
    const { status, stderr } = runBlock('ts story')
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  test('its bad client is found out as it says', () => {
    const { status, stderr } = runBlock('ts judged')
    // Times differ from run to run, and so does what they are drawn with; on a busy machine the two clocks differ, and the one is named.
    const alike = (text: string) => text.replace(/[\d.]+ m?s(?: of real time)?|-{2,}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
    const said = theBlock('text judged')
    expect(alike(said)).toMatch(/^WorldNotCleanError: .*\n.*\n.*\n.*\n$/)
    expect(alike(stderr)).toContain(alike(said.trimEnd()))
    expect(status).toBe(1)
  })
})

/** Runs a block of the README as a program, from a folder of its own: other tests read the files of the repository meanwhile. */
function runBlock(kind: string): { status: number | null; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-readme-'))
  try {
    const file = join(folder, 'block.ts')
    const library = pathToFileURL(join(REPOSITORY, 'server/index.ts')).href
    writeFileSync(file, theBlock(kind).replace("from 'ringback'", `from '${library}'`))
    return spawnSync(process.execPath, [file], { encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs a shell script without stopping this process, which holds the emulator. */
async function run(script: string): Promise<string> {
  const child = spawn('bash', ['-euc', script])
  const chunks: Buffer[] = []
  child.stdout.on('data', chunk => chunks.push(chunk))
  const code = await new Promise(done => child.on('close', done))
  if (code !== 0) throw new Error(`exit ${code}: ${script}`)
  return Buffer.concat(chunks).toString()
}

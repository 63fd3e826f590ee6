import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const blocks = (language: string) =>
  [...README.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(match => match[1] === language)
    .map(match => match[2] ?? '')

describe('the README', () => {
  test('its curl lines work as they stand, and end with a verified webhook', async () => {
    await using emulator = await TestEmulator.start({ pace: 'live', clock: '2026-03-10T03:00:00Z' })
    const commands = blocks('sh').filter(block => block.includes('curl'))
    expect(commands.length).toBeGreaterThanOrEqual(8)
    const outputs: string[] = []
    for (const command of commands) {
      const script = command.replaceAll('http://127.0.0.1:4010', emulator.url)
      outputs.push(await run(script))
    }
    const [first, webhook, call, , inbox, journal] = outputs
    expect(first).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(webhook).toContain('"secret":"whsec_')
    expect(call).toContain('"status":"initiating"')
    expect(inbox).toContain('"verified":true')
    expect(journal).toContain('"endpoint":"initiateCall"')
    const capsule = outputs.find(output => output.includes('"rewound"'))
    expect(capsule).toContain('"rewound":true,"redacted":true')
  })

  test('its story runs as written', () => {
    const story = README.match(/```ts story\n([\s\S]*?)```/)?.[1] ?? ''
    const file = join(ROOT, 'tests/support', `readme-story-${process.pid}.ts`)
    writeFileSync(file, story.replace("from 'ringback'", "from '../../server/index.ts'"))
    try {
      const { status, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(status).toBe(0)
    } finally {
      rmSync(file)
    }
  })
})

/** Runs a shell script without stopping this process, which holds the emulator. */
async function run(script: string): Promise<string> {
  const { spawn } = await import('node:child_process')
  const child = spawn('bash', ['-euc', script])
  const chunks: Buffer[] = []
  child.stdout.on('data', chunk => chunks.push(chunk))
  const code = await new Promise(done => child.on('close', done))
  if (code !== 0) throw new Error(`exit ${code}: ${script}`)
  return Buffer.concat(chunks).toString()
}

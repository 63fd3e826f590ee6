import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test as plain } from 'vitest'
import { test } from '../../server/harness/vitest.ts'
import { fit as fitOf } from '../../server/index.ts'
import { ringback } from '../support/cli.ts'
import { REPOSITORY, theBlock } from '../support/readme-blocks.ts'

const README = path.join(REPOSITORY, 'server/cli/README.md')

const folder = mkdtempSync(path.join(tmpdir(), 'ringback-fit-'))
const save = (name: string, content: string) => {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

plain('ringback fit ends with 3 when the plan that was asked about refuses something, and writes a page', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => `${Date.UTC(2026, 2, 10) + index},GET,/api/v1/calls,200`)
  const file = save('rows.csv', ['at,method,path,status', ...rows].join('\n'))
  const html = path.join(folder, 'fit.html')
  const refused = await ringback(['fit', file, '--plan', 'free', '--html', html]).ended
  expect(refused.code).toBe(3)
  expect(refused.stdout).toContain(
    'free: first refused is request 21, GET /calls, at 2026-03-10T09:00:00.020+09:00 (burst)',
  )
  expect(refused.stdout).toContain('Least plan: pro as sent, free for a client that waits.')
  expect(readFileSync(html, 'utf8')).toContain('✗ does not fit')
  expect((await ringback(['fit', file, '--plan', 'pro']).ended).code).toBe(0)
})

plain.each<[string[], string]>([
  [['nothing.har'], 'nothing.har cannot be read'],
  [['rows.txt'], 'does not say what it is'],
  [[save('broken.har', '{')], 'is not JSON'],
  [[save('team.json', '{"stuff":1}')], 'stuff is unknown'],
  [['--csv', 'a.csv', '--har', 'b.har'], 'Name one recording'],
  [[], 'Name a recording'],
])('fit %j is told what is wrong, with 2', async (args, message) => {
  const { code, stderr } = await ringback(['fit', ...args]).ended
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

test('what a world was asked is judged as test traffic, without what Ringback asked itself', async ({
  emulator,
  world,
}) => {
  const pro = world.tenant('pro')
  for (let index = 0; index < 3; index++) await pro.fetch('/customers')
  const report = await emulator.client.call<Awaited<ReturnType<typeof fitOf>>>('POST', '/control/fit', {
    body: { world: world.id },
  })
  expect(report.source).toMatchObject({ kind: 'world', rows: 3, test_traffic: true, name: `${world.id}, tenant pro` })
  expect(report.top).toEqual([{ endpoint: 'GET /customers', requests: 3, share: 1 }])
  for (const body of [{}, { world: world.id, sketch: {} }])
    await expect(emulator.client.call('POST', '/control/fit', { body })).rejects.toThrow(
      'Give one of rows, sketch and world',
    )
  await expect(emulator.client.call('POST', '/control/fit', { body: { world: 'nowhere' } })).rejects.toThrow(
    'There is no world',
  )
})

plain('the sketch of the README gives the figures that stand below it', async () => {
  const [, sketch = ''] = /echo '([^']+)' > team\.json/.exec(readFileSync(README, 'utf8')) ?? []
  const { code, stdout } = await ringback(['fit', save('readme.json', sketch)]).ended
  expect(code).toBe(0)
  for (const line of theBlock('text fit').trimEnd().split('\n')) expect(stdout).toContain(line)
})

plain('the example of the README judges rows without an emulator', async () => {
  const code = theBlock('ts fit').replace('const { plans } =', 'return')
  const run = new Function('fit', `return (async () => { ${code} })()`)
  const { plans } = await run(fitOf)
  expect(Object.keys(plans)).toEqual(['pro'])
  expect(plans.pro.fits).toBe(true)
})

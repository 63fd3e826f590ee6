import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test as plain } from 'vitest'
import { test } from '../../server/harness/vitest.ts'
import { fit as fitOf } from '../../server/index.ts'
import { linesOfFile } from '../support/cli-lines.ts'
import { REPOSITORY, theBlock } from '../support/readme-blocks.ts'

const README = path.join(REPOSITORY, 'server/cli/README.md')

const runLine = linesOfFile()
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
  const refused = await runLine(['fit', file, '--plan', 'free', '--html', html])
  expect(refused.code).toBe(3)
  expect(refused.stdout).toContain(
    'On Free, the first that is refused is request 21 of 30, GET /calls, at 2026-03-10 09:00:00, by the burst limit.',
  )
  expect(refused.stdout).toContain('This traffic does not fit Free.')
  expect(refused.stdout).toContain('Of all plans, the smallest that fits is Pro.')
  expect(refused.stdout).toContain(
    'For a client that waits as it is told, up to 1 min for each request, Free would do.',
  )
  expect(readFileSync(html, 'utf8')).toContain('✗ does not fit')
  expect((await runLine(['fit', file, '--plan', 'pro'])).code).toBe(0)
})

plain.each<[string[], string]>([
  [['nothing.har'], 'nothing.har cannot be read'],
  [['rows.txt'], 'does not say what it is'],
  [[save('broken.har', '{')], 'is not JSON'],
  [[save('team.json', '{"stuff":1}')], 'stuff is unknown'],
  [[save('header.csv', 'a,b\n')], 'header.csv has no column at and no method and no path in its first line (a,b)'],
  [
    [save('none.csv', 'at,method,path\n'), '--html', path.join(folder, 'none.html')],
    'none.csv has no request to judge',
  ],
  [
    [save('v1.csv', 'at,method,path\n2026-03-10T09:00:00+09:00,GET,/v1/calls')],
    'Found: 1 row, 1 not from /api/v1 on (GET /v1/calls). --preset says which form the file has',
  ],
  [
    [save('junk.log', 'junk\nmore junk'), '--preset', 'nginx-combined', '--plan', 'free'],
    'Found: 2 lines, 2 without a request of that form.',
  ],
  [['--csv', 'a.csv', '--har', 'b.har'], 'Name one recording'],
  [[], 'Name a recording'],
])('fit %j is told what is wrong, with 2', async (args, message) => {
  const { code, stdout, stderr } = await runLine(['fit', ...args])
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)])
})

test('what a world was asked is judged as test traffic, without what Ringback asked itself', async ({
  emulator,
  world,
}) => {
  const pro = world.tenant('pro')
  for (let index = 0; index < 3; index++) await pro.fetch('/customers')
  await world.faults.add({ match: {}, effect: { drop: true }, times: 1 })
  await expect(pro.fetch('/customers')).rejects.toThrow('fetch failed')
  await world.faults.add({ match: {}, effect: { status: 503 }, times: 1 })
  await pro.fetch('/customers')
  expect((await pro.limits.get()).day.used).toBe(4)
  const report = await emulator.client.call<Awaited<ReturnType<typeof fitOf>>>('POST', '/control/fit', {
    body: { world: world.id },
  })
  expect(report.source).toMatchObject({ kind: 'world', rows: 4, test_traffic: true, name: `${world.id} / pro` })
  expect(report.source.left_out).toMatchObject({ answered_by_fault: 1 })
  expect(report.top).toEqual([{ endpoint: 'GET /customers', requests: 4, share: 1 }])
  for (const body of [{}, { world: world.id, sketch: {} }])
    await expect(emulator.client.call('POST', '/control/fit', { body })).rejects.toThrow(
      'Give one of rows, sketch and world',
    )
  await expect(emulator.client.call('POST', '/control/fit', { body: { world: 'nowhere' } })).rejects.toThrow(
    'There is no world',
  )
  // Nobody asked the tenant anything, so nothing is said of plans.
  const unasked = await emulator.client.call<Awaited<ReturnType<typeof fitOf>>>('POST', '/control/fit', {
    body: { world: world.id, tenant: 'max' },
  })
  expect([unasked.plans, unasked.minimum_plan]).toEqual([{}, { as_sent: null, polite: null }])
  const asked = await runLine(['fit', '--world', world.id, '--tenant', 'max', '--url', emulator.url])
  expect([asked.code, asked.stdout, asked.stderr]).toEqual([
    2,
    '',
    expect.stringContaining(`No client has asked ${world.id} / max anything that counts`),
  ])
})

test('without what verdicts found to be in vain a lower plan would do, where the facts allow to say so', async ({
  emulator,
  world,
}) => {
  const max = world.tenant('max')
  const report = () =>
    emulator.client.call<Awaited<ReturnType<typeof fitOf>>>('POST', '/control/fit', {
      body: { world: world.id, tenant: 'max' },
    })
  // The world begins now, and what follows lies in one Tokyo day.
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  // The same page over and over, never faster than Free allows.
  for (let sent = 0; sent < 1_020; sent += 20) {
    await Promise.all(Array.from({ length: 20 }, () => max.fetch('/customers?page=1').then(reply => reply.text())))
    await world.clock.advance({ by: 'PT20S' })
  }
  expect((await world.verdicts()).find(({ rule }) => rule === 'same_read_again')?.state).toBe('failed')
  const { minimum_plan, without_waste, plans } = await report()
  expect(minimum_plan.as_sent).toBe('pro')
  expect(plans.free?.refused).toMatchObject({ minute: 0, burst: 0, quota: 20 })
  // The first of each batch may have had news to tell.
  expect(without_waste).toEqual({ requests: 51 * 19, minimum_plan: 'free' })
  // A report needs the licence that Free does not have, and no waste changes that.
  await max.fetch('/reports/summary?from=2026-03-01&to=2026-03-02')
  expect((await report()).without_waste).toBeNull()
})

test('an archive of a world with several tenants is judged by its busiest tenant, without what is no traffic of theirs', async ({
  emulator,
  world,
}) => {
  const asked = { pro: 3, max: 5, free: 4 }
  for (const [tenant, count] of Object.entries(asked))
    for (let index = 0; index < count; index++) await world.tenant(tenant as 'pro').fetch('/customers')
  const max = world.tenant('max')
  await max.fetch('/customers', { headers: { 'X-Ringback-Origin': 'dashboard' } })
  await world.faults.add({ times: 1, effect: { status: 503 } })
  await max.fetch('/customers')
  await world.faults.add({ times: 1, effect: { drop: true } })
  await expect(max.fetch('/customers')).rejects.toThrow('fetch failed')
  const archive = await emulator.client.call<object>('GET', `/control/worlds/${world.id}/requests.har`)
  const ask = (tenant?: string) =>
    emulator.client.call<Awaited<ReturnType<typeof fitOf>>>('POST', '/control/fit/recordings', {
      query: { form: 'har', name: 'mixed.har', tenant },
      bytes: Buffer.from(JSON.stringify(archive)),
    })
  const { source } = await ask()
  expect(source).toMatchObject({ rows: 6, test_traffic: true, told_by: 'tenant', judged: 'max' })
  expect(source.clients).toEqual([
    { name: 'max', requests: 6 },
    { name: 'free', requests: 4 },
    { name: 'pro', requests: 3 },
  ])
  expect(source.left_out).toMatchObject({ other_clients: 7, sent_by_ringback: 1, answered_by_fault: 1 })
  expect((await ask('pro')).source).toMatchObject({ rows: 3, judged: 'pro', left_out: { other_clients: 10 } })
  await expect(ask('nobody')).rejects.toThrow('mixed.har has no tenant "nobody"; it has "max", "free", "pro".')
  const file = save('mixed.har', JSON.stringify(archive))
  const { stdout } = await runLine(['fit', file, '--tenant', 'free'])
  expect(stdout).toContain('3 tenants: max (6), free (4), pro (3). Judged is free alone, 4 requests')
  expect(stdout).not.toContain('only the newest')
  // An archive of fewer than there were says so, and so does what is found in it.
  const newest = await emulator.client.call<object>('GET', `/control/worlds/${world.id}/requests.har`, {
    query: { limit: '5' },
  })
  const part = await runLine(['fit', save('newest.har', JSON.stringify(newest))])
  expect(part.stdout).toContain('The archive has only the newest requests of its world')
})

test('a recording is judged as a file, of whatever form it is', async ({ emulator }) => {
  const ask = (query: object, text: string) =>
    emulator.client.call<Awaited<ReturnType<typeof fitOf>>>('POST', '/control/fit/recordings', {
      query: query as never,
      bytes: Buffer.from(text),
    })
  const rows = Array.from({ length: 30 }, (_, index) => `${Date.UTC(2026, 2, 10) + index},GET,/api/v1/calls,200`)
  const { source, plans } = await ask(
    { form: 'columns', name: 'rows.csv' },
    ['at,method,path,status', ...rows].join('\n'),
  )
  expect(source).toMatchObject({ kind: 'csv', name: 'rows.csv', rows: 30, test_traffic: false })
  expect([plans.free?.fits, plans.pro?.fits]).toEqual([false, true])
  const sketch = await ask({ form: 'sketch' }, '{"polls":[{"path":"/calls","every":"PT10M"}]}')
  expect(sketch.source).toMatchObject({ kind: 'sketch', rows: 7 * 24 * 6 })
  await expect(ask({ form: 'har', name: 'broken.har' }, '{')).rejects.toThrow('broken.har is not JSON')
  await expect(ask({ form: 'columns', name: 'none.csv' }, 'at,method,path')).rejects.toMatchObject({
    status: 422,
    code: 'nothing_to_judge',
    details: { name: 'none.csv', form: 'columns', read: 0, elsewhere: null },
  })
  await expect(ask({ form: 'xls' }, '')).rejects.toThrow('form must be one of har, sketch, columns')
})

plain('the sketch of the README gives the figures that stand below it', async () => {
  const [, sketch = ''] = /echo '([^']+)' > team\.json/.exec(readFileSync(README, 'utf8')) ?? []
  const { code, stdout } = await runLine(['fit', save('readme.json', sketch)])
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

import { Agent, request } from 'node:http'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { ringback } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'
import { worldTestWithCli } from '../support/cli-world.ts'

const runLine = linesOfFile()
const test = worldTestWithCli(runLine)

test('logs warn of a code that neither the contract has nor any request, and of no other', async ({ cli, world }) => {
  const pro = world.tenant('pro')
  await world.faults.add({ effect: { status: 503, code: 'rate_limit_exceded' }, times: 1 })
  await pro.fetch('/customers')
  const warned = async (...args: string[]) => {
    const { code, stderr } = await cli.run('logs', ...args)
    return [code, stderr]
  }
  for (const command of ['list', 'count']) {
    expect(await warned(command, '--code', 'rate_limit_exceeded,rate_limit_exceded')).toEqual([0, ''])
    expect(await warned(command, '--code', 'rate_limit_exceeded,quota_exceded')).toEqual([
      0,
      'ringback: No request here was answered with "quota_exceded", and the contract has no such code. Did you mean quota_exceeded?\n',
    ])
  }
})

test('logs understand methods and statuses in each spelling, and the names of the control interface', async ({
  cli,
  world,
}) => {
  await world.tenant('pro').fetch('/customers')
  await world.tenant('pro').fetch('/customers', { method: 'PUT' })
  const found = async (...args: string[]) => (await cli.json<unknown[]>('logs', ...args)).length
  expect(await found('--method', 'put')).toBe(1)
  expect(await found('--method', 'PROPFIND')).toBe(0)
  expect(await found('--endpoint', 'listcustomers')).toBe(1)
  expect(await found('--status', '2xx,405')).toBe(2)
  expect(await found('--answered', 'gone', '--status', 'dropped,truncated,gone')).toBe(0)
  expect((await cli.run('logs', 'list', '--help')).stdout).toContain('gone is left')
})

test('logs tell lost, cut and left answers apart, in the list, in its filter and in the counts', async ({
  cli,
  world,
}) => {
  const pro = world.tenant('pro')
  const broken = async (effect: object, path: string) => {
    await world.faults.add({ effect, times: 1 })
    await expect(pro.fetch(path).then(answer => answer.text())).rejects.toThrow()
  }
  await (await pro.fetch('/customers')).text()
  await broken({ drop: true }, '/customers/1')
  await broken({ truncate: 5 }, '/customers')
  const leaving = new AbortController()
  await world.faults.add({ effect: { latency: 'PT60S' }, times: 1 })
  const left = pro.fetch('/customers/3', { signal: leaving.signal }).catch(() => undefined)
  await world.requests.waitFor({ path: '/customers/3' })
  leaving.abort()
  await left
  await world.requests.waitFor({ answered: 'gone' })
  const told = async (...flags: string[]) =>
    (await cli.run('logs', ...flags)).stdout
      .split('\n')
      .flatMap(line => /^#\d+ .*?000 {2}(\w+(?: \w+)?)/.exec(line)?.[1] ?? [])
  expect(await told()).toEqual(['200', 'answer lost', 'answer cut', 'client left'])
  expect(await told('--answered', 'lost')).toEqual(['answer lost'])
  expect(await told('--answered', 'cut')).toEqual(['answer cut'])
  expect(await told('--answered', 'left')).toEqual(['client left'])
  expect(await told('--answered', 'whole,cut')).toEqual(['200', 'answer cut'])
  // What the control interface has always taken goes on as it was.
  expect((await world.requests.list({ answered: 'cut' })).map(({ seq }) => seq)).toEqual([3, 2])
  const { stdout } = await cli.run('logs', 'count')
  expect(stdout).toMatch(/^4 requests of clients\n\nCOUNT +ANSWER\n/)
  expect(stdout).toMatch(/\n\d +GET \/customers\/\{customerId\}\n/)
  for (const way of ['200', 'answer lost', 'answer cut', 'client left'])
    expect(stdout).toMatch(new RegExp(`\n1 +${way}\n`))
  expect(await told('--status', 'lost,left')).toEqual(['answer lost', 'client left'])
  const wrong = await cli.run('logs', '--answered', 'dropped')
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/one or more of whole, lost, cut, left \(got "dropped"\)/),
  })
})

test('logs are narrowed down by code, caller and method, and say how many more there are', async ({ cli, world }) => {
  const pro = world.tenant('pro')
  for (const agent of ['crm/2.1 (nightly)', 'sync/1.0'])
    for (const path of ['/customers?page=0', '/customers']) await pro.fetch(path, { headers: { 'User-Agent': agent } })
  const seqs = async (...flags: string[]) => (await cli.json<{ seq: number }[]>('logs', ...flags)).map(({ seq }) => seq)
  expect(await seqs('--code', 'validation_error')).toEqual([3, 1])
  expect(await seqs('--caller', 'CRM/')).toEqual([2, 1])
  expect(await seqs('--caller', 'nightly', '--code', 'validation_error')).toEqual([1])
  expect(await seqs('--caller', 'application/json')).toEqual([])
  expect(await seqs('--method', 'post')).toEqual([])
  const { stderr } = await cli.run('logs', '--caller', 'sync', '--limit', '1')
  expect(stderr).toBe('ringback: the newest 1 of 2 requests; --limit 2 shows them all.\n')
  expect(await cli.run('logs', 'show', '#7')).toMatchObject({
    code: 1,
    stderr: 'ringback: There is no request #7: the newest is #4.\n',
  })
  expect((await cli.run('logs', '--code', 'nope')).stdout).toBe(
    'No request matches; without these filters there are 4.\n',
  )
})

test('logs show tells of a request that is in doubt, and of the refusal before it', async ({ cli, world }) => {
  const [one, other] = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: 1 })) as [Agent, Agent]
  const { key } = world.tenant('pro')
  const get = (agent: Agent, path: string) =>
    new Promise((done, fail) =>
      request(`${world.baseUrl}${path}`, { agent, headers: { Authorization: `Bearer ${key}` } }, answer =>
        answer.resume().on('end', done),
      )
        .on('error', fail)
        .end(),
    )
  // Has two in flight, so that what comes at once on the connection of a refusal may have been waiting there.
  await Promise.all([get(one, '/customers?name=a'), get(other, '/customers?name=b')])
  await get(one, '/customers')
  await world.faults.add({ effect: { status: 429, retry_after: 30 }, times: 2 })
  await get(one, '/customers')
  await get(one, '/customers')
  for (const agent of [one, other]) agent.destroy()
  const shown = async (seq: string) => (await cli.run('logs', 'show', seq)).stdout
  expect(await shown('4')).toMatch(
    /\nIn doubt +#5 came before the 30 s were over that it had asked for, and may not have/,
  )
  expect(await shown('5')).toMatch(/\nIn doubt +It came before the 30 s were over that #4 had asked for, so soon after/)
  expect(await shown('3')).not.toContain('In doubt')
})

test('logs show tells what rules on clients have found in which the request has a part', async ({ cli, world }) => {
  const { key, limits } = world.tenant('pro')
  await limits.set({ minute: { used: 'limit' } })
  // On one connection, as of two it cannot be told whether the second had heard of the first.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (const _ of [1, 2])
    await new Promise((done, fail) =>
      request(`${world.baseUrl}/customers`, { agent, headers: { Authorization: `Bearer ${key}` } }, answer =>
        answer.resume().on('end', done),
      )
        .on('error', fail)
        .end(),
    )
  agent.destroy()
  expect((await cli.run('logs', 'show', '2')).stdout).toMatch(
    /\nFound +ignored_remaining \(information\): #2 came, and was refused, after #1 had said that no request remained\.\n/,
  )
})

test('logs show tells what became of the call that a request began', async ({ cli, world }) => {
  const pro = world.tenant('pro')
  const [staff_id, project_id] = [pro.staffIds[0], pro.projectIds[0]]
  await pro.fetch('/calls/initiate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_number: '03-1234-0001', staff_id, project_id }),
  })
  const [call] = await world.calls.list({ limit: 1 })
  const id = call?.call_id as string
  const shown = async () => (await cli.run('logs', 'show', '1')).stdout
  expect(await shown()).toMatch(new RegExp(`\\nCall +${id} to 03-1234-0001, is ${call?.status} now\\n`))
  await world.calls.step(id, 'busy')
  const busy = await shown()
  expect(busy).toMatch(/\nCall +call_\w+ to 03-1234-0001, ended at [\d-]+ [\d:.]+ JST \(busy\)\n/)
  expect(busy).toMatch(new RegExp(`\\nTo see what became of its call: .* call show ${id} --world ${world.id}\\n`))
  expect((await cli.run('logs', 'replay', '1')).stdout).toContain(' call show call_')
  await pro.fetch('/customers')
  expect((await cli.run('logs', 'show', '3')).stdout).not.toContain('call show')
})

test('logs show says for how long a fault holds an answer, and of one whose client has left that it was to', async ({
  cli,
  world,
}) => {
  const took = async (seq: string) => /\nTook +(.*)\n/.exec((await cli.run('logs', 'show', seq)).stdout)?.[1]
  const get = (signal?: AbortSignal) => world.tenant('pro').fetch('/customers', { signal: signal ?? null })
  await world.faults.add({ match: { path: '/customers' }, effect: { latency: 'PT0.01S' }, times: 1 })
  await (await get()).text()
  expect(await took('1')).toMatch(/^\d+\.\d ms; fault 1 held the answer for 10 ms$/)
  await world.faults.add({ match: { path: '/customers' }, effect: { latency: 'PT60S' }, times: 1 })
  const leaving = new AbortController()
  const left = get(leaving.signal).catch(() => undefined)
  await world.requests.waitFor({ status: 'unanswered' })
  expect(await took('2')).toMatch(/^\d+\.\d ms; fault 2 holds it for 1 min, [\d.]+ m?s so far$/)
  leaving.abort()
  await left
  await world.requests.waitFor({ status: 'gone' })
  expect(await took('2')).toMatch(/^\d+\.\d ms; fault 2 was to hold it for 1 min; the client left after [\d.]+ m?s$/)
})

test('logs --follow says of an answer that is held back what became of it, once that is known', async ({
  emulator,
  world,
}) => {
  await using cli = ringback(['logs', '--follow', '--url', emulator.url, '--world', world.id])
  await followed(world, cli)
  const leaving = new AbortController()
  await world.faults.add({ match: { path: '/customers' }, effect: { latency: 'PT60S' }, times: 1 })
  const left = world
    .tenant('pro')
    .fetch('/customers', { signal: leaving.signal })
    .catch(() => undefined)
  await world.requests.waitFor({ path: '/customers' })
  await (await world.tenant('pro').fetch('/customers/1')).text()
  await cli.wrote('stdout', /404 .*GET \/customers\/1/)
  expect(cli.stdout).not.toMatch(/GET \/customers\n/)
  leaving.abort()
  await left
  await cli.wrote('stdout', /client left .*GET \/customers\n/)
  expect(cli.stdout).not.toMatch(/ 200 .*GET \/customers\n/)
  cli.child.kill('SIGINT')
  await cli.ended
})

/**
 * Sends requests until one is followed: the first may come before the stream is open. They are of another tenant, as a slow machine may send more than
 * its burst allows.
 */
async function followed(world: WorldHandle, cli: ReturnType<typeof ringback>): Promise<void> {
  const seen = cli.wrote('stdout', /GET \/calls/)
  let done = false
  void seen.then(() => {
    done = true
  })
  while (!done) await (await world.tenant('max').fetch('/calls')).text()
  await seen
}

test('a refusal says what the checks below would have done, and how to get past the one that refused', async ({
  cli,
  world,
}) => {
  const pro = world.tenant('pro')
  await pro.limits.set({ minute: { used: 'limit' } })
  await pro.fetch('/customers')
  const limited = (await cli.run('logs', 'show', '1')).stdout
  expect(limited).toMatch(/\nrate +rejected .*\nquota +would pass .*\nscope +would pass /)
  const free = /\nOr to free one request at once: .*ringback limits set minute=limit-1 --tenant pro --world \S+\n/
  expect(limited).toMatch(free)
  await pro.limits.set({ minute: { used: 'limit-1' } })
  expect((await pro.fetch('/customers')).status).toBe(200)
  expect((await cli.run('logs', 'show', '2')).stdout).not.toMatch(/would|To get past|Or to free/)
  // A key without the scope.
  const { key } = await cli.json<{ key: string }>('tenant', 'issue-key', 'pro', '--scopes', 'calls:read')
  await pro.limits.set({ minute: { used: 0 } })
  await pro.fetch('/customers', { headers: { Authorization: `Bearer ${key}` } })
  expect((await cli.run('logs', 'show', '3')).stdout).toMatch(
    /\nFor a key with that scope: .* tenant issue-key pro --scopes customers:read /,
  )
})

test('what refused a request is told as it is now, and only what is still used up is given back', async ({
  cli,
  world,
}) => {
  const pro = world.tenant('pro')
  const end = async (seq: number) => (await cli.run('logs', 'show', String(seq))).stdout.split('}\n\n').at(-1)
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  await pro.limits.set({ minute: { used: 'limit' }, burst: { used: 'limit' } })
  await pro.fetch('/customers')
  const both =
    /^To get past the minute limit and the burst limit, over the 60 s .* clock advance 60s .*\nOr to free one request at once: .* limits set minute=limit-1 burst=limit-1 /
  expect(await end(1)).toMatch(both)
  await world.clock.advance({ by: 'PT15S' })
  const one =
    /^To get past the minute limit, over the 45 s .* clock advance 45s .*\nOr to free one request at once: .* limits set minute=limit-1 --tenant/
  expect(await end(1)).toMatch(one)
  await pro.limits.set({ minute: { used: 7 } })
  expect(await end(1)).toMatch(
    /^The minute limit and the burst limit let requests through again: 7 of their 300 and 0 of their 100 requests are used now\.\nTo send it again: /,
  )
  await pro.limits.set({ day: { used: 'limit' } })
  await pro.fetch('/customers')
  expect(await end(2)).toMatch(
    /^To get past the day limit, .*\nOr to free one request at once: .* limits set day=limit-1 /,
  )
  // Nobody reads 55800 s as hours.
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  await world.clock.advance({ by: 'PT8H30M' })
  await pro.limits.set({ day: { used: 'limit' } })
  expect(await end(2)).toMatch(
    /^To get past the day limit, over the 55800 s \(15 h 30 min\) until it has begun anew: .* clock advance 55800s /,
  )
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  expect(await end(2)).toMatch(
    /^The day limit has begun anew since: 0 of its 10000 requests are used now\.\nTo send it again: /,
  )
})

test('logs show says of a connected call that it has ended, and leads from a 409, a licence and a fault to what they are about', async ({
  cli,
  world,
}) => {
  const pro = world.tenant('pro')
  const end = async (seq: number) => (await cli.run('logs', 'show', String(seq))).stdout.split('}\n\n').at(-1)
  const initiate = () =>
    pro.fetch('/calls/initiate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        phone_number: '03-1234-0001',
        staff_id: pro.staffIds[0],
        project_id: pro.projectIds[0],
        external_id: 'crm 1',
      }),
    })
  await initiate()
  await initiate()
  const [call] = await world.calls.list({ limit: 1 })
  await world.calls.step(call?.call_id as string, 'connected')
  const said = async () => /\nCall +\S+ to 03-1234-0001, (.*)\n/.exec((await cli.run('logs', 'show', '1')).stdout)?.[1]
  expect(await said()).toBe('is connected now')
  await world.clock.advance({ by: 'PT12S' })
  await world.calls.step(call?.call_id as string, 'ended')
  expect(await said()).toMatch(/^ended at 2\d{3}-\d\d-\d\d [\d:.]+ JST \(connected\)$/)
  expect(await end(2)).toMatch(/^For the call that has it: .* call list --tenant pro --external-id "crm 1" --world /)
  expect((await cli.run('logs', 'show', '2')).stdout).toContain('Every check before it passed; what is stored')
  const disabled = world.tenant('disabled')
  await disabled.fetch('/webhooks')
  expect(await end(3)).toMatch(/^To switch the Open API on: .* tenant change disabled --open-api on /)
  await disabled.update({ open_api_enabled: true })
  expect(await end(3)).toMatch(/^Its tenant has been changed since: disabled has the Open API and the plan pro now\.\n/)
  await world.tenant('free').fetch('/webhooks')
  expect(await end(4)).toMatch(/^For a plan with that licence: .* tenant change free --plan pro /)
  await world.faults.add({ effect: { status: 503 }, times: 1 })
  await pro.fetch('/customers')
  expect(await end(5)).toMatch(/^For the faults of this world: .* fault list /)
})

test('a long body is shown as far as its head, with how much more there is and how to see it', async ({
  cli,
  world,
}) => {
  const pro = world.tenant('pro')
  const rows = Array.from({ length: 100 }, (_, n) => ({ name: `山田${n}`, phone_number: `03-1234-${1_000 + n}` }))
  await pro.fetch('/customers/bulk', { method: 'POST', body: JSON.stringify({ customers: rows }) })
  const [request] = await world.requests.list()
  const shown = async (...flags: string[]) => (await cli.run('logs', 'show', String(request?.seq), ...flags)).stdout
  const [head, full, json] = [await shown(), await shown('--full'), await shown('--json')]
  const bytes = Buffer.byteLength(JSON.stringify({ customers: rows })).toLocaleString('en')
  expect(head).toMatch(
    new RegExp(`^… \\d+ more lines, of ${bytes} bytes in all\\. --full shows it whole, and so does --json\\.$`, 'm'),
  )
  expect(head).not.toContain('山田99')
  // What comes below is in sight.
  expect(head.split('\n').length).toBeLessThan(150)
  expect(head).toContain('To send it again: ')
  for (const whole of [full, json]) expect(whole).toContain('山田99')
  expect(full).not.toContain('more lines')
})

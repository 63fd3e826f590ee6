import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Command } from 'commander'
import { expect, onTestFinished } from 'vitest'
import { COMMANDS } from '../../server/cli/commands.ts'
import { signBody, startEmulator, type WorldHandle } from '../../server/index.ts'
import { ringback, temporaryFolder, UNNAMED } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'
import { worldTestWithCli } from '../support/cli-world.ts'
import { startReferenceReceiver } from '../support/receivers/reference-receiver.ts'
import { startReceiver } from '../support/receivers.ts'

const runLine = linesOfFile()
const test = worldTestWithCli(runLine)

/** What `ringback <name> --help` writes, read without a process for each command. */
async function helpOf({ name, summary, load }: (typeof COMMANDS)[number]): Promise<string> {
  const command = new Command('ringback').enablePositionalOptions().command(name).description(summary)
  const { configure } = await load()
  configure(command, () => {}, COMMANDS)
  let text = ''
  command.configureOutput({ writeOut: piece => (text += piece) }).outputHelp()
  return text
}

test.for(COMMANDS.map(command => [command.name, command] as const))(
  '%s has help with an example',
  async ([, command]) => {
    const help = await helpOf(command)
    expect(help).toMatch(new RegExp(`Usage: ringback ${command.name} `))
    expect(help).toMatch(new RegExp(`Examples?:\n  \\$ ringback ${command.name}`))
  },
)

test('--help writes that help, ends with 0 and complains of nothing', async () => {
  const [start] = COMMANDS.filter(({ name }) => name === 'start')
  const { code, stdout, stderr } = await ringback(['start', '--help']).ended
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: start && (await helpOf(start)), stderr: '' })
})

test('clock shows, advances and jumps, and tells what happened on the way', async ({ cli }) => {
  expect(await cli.json('clock')).toMatchObject({ now: '2026-03-10T14:59:50.000Z', tokyo: '2026-03-10T23:59:50+09:00' })
  expect(await cli.json('clock', 'advance', '5s')).toMatchObject({ now: '2026-03-10T14:59:55.000Z', fired: [] })
  expect(await cli.json('clock', 'jump', 'tokyo-midnight', '--offset=-1s')).toMatchObject({
    now: '2026-03-10T14:59:59.000Z',
  })
  const { stdout } = await cli.run('clock', 'jump', 'next-tokyo-midnight')
  expect(stdout).toMatch(/day\.rollover[\s\S]*It is 2026-03-10T15:00:00\.000Z/)
  expect(await cli.json('clock', 'pace', '60')).toMatchObject({ pace: 60 })
  expect(await cli.json('clock', 'freeze')).toMatchObject({ pace: 'frozen' })
  const back = await cli.run('clock', 'jump', '2026-03-01T00:00:00Z')
  expect(back.code).toBe(1)
  expect(back.stderr).toMatch(/^ringback: The clock cannot go back\..*\n$/)
  expect((await cli.run('clock', 'jump', 'yesterday')).code).toBe(2)
  expect((await cli.run('clock', 'advance', 'soon')).code).toBe(2)
})

test('limits are shown and set, to one below the limit too', async ({ cli, world }) => {
  expect(await cli.json('limits', 'set', 'day=limit-1', 'burst=3', '--tenant', 'pro')).toMatchObject({
    day: { used: 9_999, remaining: 1 },
    burst: { used: 3 },
  })
  expect((await world.tenant('pro').limits.get()).day.used).toBe(9_999)
  expect((await cli.run('limits', 'show', '--tenant', 'pro')).stdout).toMatch(
    /^TENANT .* RESETS \(JST\)\n[\s\S]*pro +day +9999 +10000 +1 +2026-03-11 00:00:00\.000\n/,
  )
  expect(await cli.json('limits')).toHaveLength(6)
  const wrong = await cli.run('limits', 'set', 'day=all', '--tenant', 'pro')
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Write a limit as day=limit-1') })
})

test('a call is placed, driven by hand and listed', async ({ cli, world }) => {
  const call = await cli.json<{ call_id: string }>(
    'call',
    'place',
    '+81312345678',
    '--tenant',
    'max',
    '--inbound',
    '--external-id',
    'crm-7',
  )
  expect(call).toMatchObject({ tenant: 'max', call_type: 'inbound', external_id: 'crm-7', status: 'initiating' })
  expect(await cli.json('call', 'step', call.call_id, 'ringing')).toMatchObject({ status: 'ringing' })
  const impossible = await cli.run('call', 'step', call.call_id, 'initiating')
  expect(impossible.code).toBe(1)
  expect(await cli.json('call', 'list', '--tenant', 'max')).toMatchObject([{ call_id: call.call_id }])
  expect((await cli.run('call', 'show', call.call_id)).stdout).toContain('crm-7')
  expect(await world.calls.get(call.call_id)).toMatchObject({ status: 'ringing' })
  // A call that is connected has ended, or has not.
  await cli.run('call', 'step', call.call_id, 'connected')
  const connected = (await cli.run('call', 'show', call.call_id)).stdout
  expect(connected).toMatch(/\nStatus +connected\n/)
  await cli.run('call', 'step', call.call_id, 'ended')
  const ended = await cli.run('call', 'show', call.call_id)
  expect(ended.stdout).toMatch(/\nStatus +connected \(ended at 2026-03-10 23:59:50\.000 JST\)\nDuration +0 s /)
  expect(ended.stdout).toMatch(/\nEvents +call\.completed evt_\w+\n/)
  await cli.run('call', 'place', '+81312345679', '--tenant', 'pro')
  const all = await cli.run('call', 'list')
  expect(all.stdout).toMatch(/ ENDED \(JST\) +EXTERNAL ID\n/)
  expect(all.stdout).toMatch(/ max +inbound +connected .* 2026-03-10 23:59:50\.000 +crm-7\n/)
  expect(all.stderr).toBe('')
  expect((await cli.run('call', 'list', '--limit', '1')).stderr).toBe(
    'ringback: the newest 1 of 2 calls; --limit 2 shows them all.\n',
  )
  expect((await cli.run('call', 'list', '--limit', '1', '--tenant', 'max')).stderr).toBe('')
})

test('an event is triggered with a payload of one’s own, and its delivery is shown and repeated', async ({
  cli,
  world,
}) => {
  await registerInbox(world)
  const event = await cli.json<{ event_id: string }>(
    'trigger',
    'call.missed',
    '--data',
    'external_id=crm-9',
    '--data',
    'data.duration_seconds=7',
  )
  const [delivery] = await cli.json<{ delivery_id: string; status: string }[]>('deliveries', '--external-id', 'crm-9')
  const { delivery_id = '' } = delivery ?? {}
  await world.deliveries.waitFor({ event_id: event.event_id, status: 'delivered' })
  const shown = await cli.run('deliveries', 'show', delivery_id)
  expect(shown.stdout).toContain('"duration_seconds" : 7')
  expect(shown.stdout).toMatch(/\nTRY +DUE \(JST\) +MADE \(JST\) .*\n1 +2026-03-10 23:59:[\d.]+ +2026-03-10 23:59:/)
  expect((await cli.run('deliveries')).stdout).toMatch(
    /^DELIVERY +EVENT .* NEXT \(JST\) +URL\n[\da-f-]{36} +call\.missed /,
  )
  expect(await cli.json('deliveries', 'redeliver', delivery_id)).toMatchObject({
    attempt_count: 2,
    status: 'delivered',
  })
  expect(await world.inbox('cli').messages()).toHaveLength(2)
})

test('an event over the daily limit says why nothing was sent', async ({ cli, world }) => {
  await registerInbox(world)
  await world.tenant('pro').limits.set({ webhook_sends: { used: 'limit' } })
  const { code, stdout } = await cli.run('trigger', 'call.completed')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Nothing was sent: daily_send_limit') })
  const [, command = ''] = /To free the sends: npx ringback (limits set .*)/.exec(stdout) ?? []
  await cli.run(...command.split(' '))
  expect((await cli.run('trigger', 'call.completed')).stdout).toMatch(/^Event +call\.completed /)
  const { stdout: planless } = await cli.run('trigger', 'call.completed', '--tenant', 'free')
  expect(planless).toMatch(/^Nothing was sent: plan .*\. For a plan with webhooks: .* tenant change free --plan pro /)
})

test('logs show requests in order, and one with the reason for its answer', async ({ cli, world }) => {
  await world.tenant('pro').fetch('/customers')
  const refused = await world.tenant('free').fetch('/webhooks')
  const { stdout } = await cli.run('logs')
  const [titles = '', ...lines] = stdout.trimEnd().split('\n')
  expect(titles).toMatch(/^# +TIME \(JST\) +ANSWER +CODE +TENANT +CALLER +TOOK +REQUEST$/)
  expect(lines).toEqual([
    expect.stringMatching(/^#1 +2026-03-10 23:59:50\.000 {2}200 +- +pro +node +\d+\.\d ms {2}GET \/customers$/),
    expect.stringMatching(
      /^#2 +2026-03-10 23:59:50\.000 {2}403 +license_required +free +node +\d+\.\d ms {2}GET \/webhooks$/,
    ),
  ])
  // Columns stand below their titles.
  for (const title of ['TIME', 'ANSWER', 'CODE', 'TENANT', 'CALLER', 'REQUEST'])
    for (const line of lines) expect(line.slice(titles.indexOf(title) - 2)).toMatch(/^ {2}\S/)
  expect((await cli.run('logs', '--wide')).stdout).toContain(refused.headers.get('X-Request-ID'))
  expect(await cli.json('logs', '--status', '4xx')).toMatchObject([{ status: 403, tenant: 'free' }])
  const why = await cli.run('logs', 'show', refused.headers.get('X-Request-ID') ?? '')
  expect(why.stdout).toMatch(/license +rejected +license_required/)
  expect(why.stdout).toMatch(
    /\nSent by +client node of free, with key_\w+\nAnswer +403 license_required\nTook +\d+\.\d ms\n/,
  )
  // Both sides, each by its name, with bodies that can be read.
  expect(why.stdout).toMatch(
    /\n\nREQUEST: GET \/webhooks\n(?:[\w-]+: .*\n)+\n\(no body\)\n\nANSWER: 403 license_required\n(?:[\w-]+: .*\n)+\n\{\n {2}"error": \{\n {4}"code": "license_required",\n/,
  )
  expect(why.stdout).toMatch(/\n\(The checks below the one that refused it decided nothing: they say what each would/)
  expect(why.stdout).toMatch(/\nroute +would pass +- .*\nvalidation +would pass +-\n/)
  expect(why.stdout).toMatch(
    /\n\nFor a plan with that licence: npx ringback tenant change free --plan pro --world \S+\nTo send it again: npx ringback logs replay 2 --world \S+\n$/,
  )
})

test('logs show says of a fault that it answered, and not that it rejected, and which drill staged it', async ({
  cli,
  world,
}) => {
  const drill = {
    drill: 'down_once',
    title: 'The list is down once',
    stages: [{ text: 'one 503', faults: [{ match: { path: '/customers' }, effect: { status: 503 }, times: 1 }] }],
    met_when: { text: 'it was down', otherwise: 'nothing came', requests: { status: 503 } },
    passes_when: [{ text: 'it is asked again', came_again: { of: { status: 503 }, until: 'success' } }],
  } as const
  await world.drills.stage({ drill })
  await world.tenant('pro').fetch('/customers')
  const { stdout } = await cli.run('logs', 'show', '1')
  expect(stdout).toMatch(/\nWhy +Fault 1 of this world answered .* The drill down_once staged it\.\n/)
  expect(stdout).toMatch(/\nfault +answered +service_unavailable /)
  expect(stdout).toContain('\n(The checks below the fault that answered decided nothing: ')
  expect((await cli.run('fault', 'list')).stdout).toMatch(/^FAULT .* DRILL\n1 .* 1 of 1 +down_once\n$/)
})

test('logs show says of a refusal by a limit how to get past it', async ({ cli, world }) => {
  const pro = world.tenant('pro')
  await pro.limits.set({ minute: { used: 'limit' } })
  await (await pro.fetch('/customers')).text()
  const { stdout } = await cli.run('logs', 'show', '1')
  const [, command = ''] =
    /over the 10 s until it has begun anew: npx ringback (clock advance 10s) --world /.exec(stdout) ?? []
  await cli.run(...command.split(' '))
  expect((await pro.fetch('/customers')).status).toBe(200)
})

test('logs replay says how the answer compares with the one before', async ({ cli, world }) => {
  await (await world.tenant('pro').fetch('/webhooks')).text()
  expect((await cli.run('logs', 'replay', '1')).stdout).toMatch(/\nBeside #1 +the same: 200; the bodies are the same\n/)
  await registerInbox(world)
  expect((await cli.run('logs', 'replay', '1')).stdout).toMatch(/\nBeside #1 +the same: 200; the bodies differ\n/)
  await world.faults.add({ effect: { status: 503 }, times: 1 })
  expect((await cli.run('logs', 'replay', '1')).stdout).toMatch(
    /\nBeside #1 +503 \w+, and 200 before; the bodies differ\n/,
  )
})

test('logs show keeps a body as it came that would be another one with a field a line', async ({ cli, world }) => {
  const { key } = world.tenant('pro')
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  for (const body of ['{"name":"a","name":"b"}', '{"name":"a","tel1":1.0}', '{"name":"a"}'])
    await (await fetch(`${world.baseUrl}/customers`, { method: 'POST', headers, body })).text()
  const bodyOf = async (seq: string) =>
    /\n\n([^\n]*name[^\n]*)\n\nANSWER/.exec((await cli.run('logs', 'show', seq)).stdout)?.[1]
  expect(await bodyOf('1')).toBe('{"name":"a","name":"b"}')
  expect(await bodyOf('2')).toBe('{"name":"a","tel1":1.0}')
  expect((await cli.run('logs', 'show', '3')).stdout).toContain('\n\n{\n  "name": "a"\n}\n\nANSWER: ')
})

test('logs --follow goes on with what comes', async ({ emulator, world }) => {
  await world.tenant('pro').fetch('/customers')
  await using cli = ringback(['logs', '--follow', '--url', emulator.url, '--world', world.id])
  await cli.wrote('stdout', /GET \/customers/)
  await followed(world, cli)
  cli.child.kill('SIGINT')
  expect((await cli.ended).code).toBe(0)
})

test('sign and verify need no emulator; a wrong signature exits with 3 and names the mistake', async () => {
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'body.json')
  const body = Buffer.from('{"event":"webhook.test"}')
  writeFileSync(file, body)
  const secret = 'whsec_0123456789abcdef'
  const header = signBody({ secret, body })
  expect((await runLine(['sign', '--secret', secret, file])).stdout).toBe(`${header}\n`)
  expect((await runLine(['sign', '--secret', secret, '--body', body.toString()])).stdout).toBe(`${header}\n`)
  const piped = ringback(['sign', '--secret', secret])
  piped.child.stdin?.end(body)
  expect((await piped.ended).stdout).toBe(`${header}\n`)
  const verify = (value: string) => runLine(['verify', '--secret', secret, '--header', value, file], { env: UNNAMED })
  expect(await verify(header)).toMatchObject({
    code: 0,
    stdout: 'The signature is valid: it was made from exactly these bytes with this secret.\n',
  })
  const wrong = await verify(signBody({ secret: secret.slice(6), body }))
  expect(wrong.code).toBe(3)
  expect(wrong.stdout).toContain('prefix_stripped')
})

test('verify on a running emulator recognises the secret of another webhook', async ({ cli, world }) => {
  const other = await registerInbox(world)
  const { stdout, code } = await cli.run(
    'verify',
    '--secret',
    'whsec_mine',
    '--body',
    'x',
    '--header',
    signBody({ secret: other.secret, body: Buffer.from('x') }),
  )
  expect(code).toBe(3)
  expect(stdout).toContain('other_secret')
})

test('certify exits with 3 for a receiver that takes everything, and writes JUnit', async ({ cli }) => {
  using folder = temporaryFolder()
  await using receiver = await startReceiver()
  const file = path.join(folder.path, 'certify.xml')
  const { code, stdout } = await cli.run(
    'certify',
    `${receiver.url}/hooks`,
    '--secret',
    'whsec_0123456789',
    '--junit',
    file,
  )
  expect(code).toBe(3)
  expect(stdout).toMatch(/FAIL {2}.*\n +expected 4xx; got 2\d\d after [\d.]+ m?s\n/)
  const took = '[\\d.]+ m?s'
  expect(stdout).toMatch(
    new RegExp(`: 7 passed, 5 failed, 3 not tried, in ${took}, ${took} of it by the receiver\\.$`, 'm'),
  )
  // Each that passed says how long it took, and the one about time also within what it was to be.
  expect(stdout.match(/^ {2}pass {2}.* \([\d.]+ m?s(?:, expected 2xx within 15 s)?\)$/gm)).toHaveLength(7)
  expect(stdout).toMatch(/is answered in time \([\d.]+ m?s, expected 2xx within 15 s\)\n/)
  expect(stdout.match(/not tried: only a URL that counts its work/g)).toHaveLength(1)
  expect(readFileSync(file, 'utf8')).toMatch(/<testsuite name="ringback certify http:.*failures="[1-9]/)
  expect(readFileSync(file, 'utf8')).toMatch(
    /is answered in time"[^>]*>\n *<system-out>expected 2xx within 15 s; got 2\d\d after [\d.]+ m?s<\/system-out>/,
  )
  expect(readFileSync(file, 'utf8')).toMatch(
    /skipped="3".*(\n.*)*<skipped message="not tried: only a URL that counts its work/,
  )
})

test('certify --json of a receiver that passes has no case that did not, and what was not tried apart', async ({
  cli,
}) => {
  const secret = 'whsec_0123456789'
  const receiver = await startReferenceReceiver({ secret })
  onTestFinished(() => receiver.close())
  const { code, stdout } = await cli.run('certify', receiver.url, '--secret', secret, '--json')
  const { passed, score, cases, not_tried } = JSON.parse(stdout)
  expect([code, passed, score]).toEqual([0, true, { passed: 12, failed: 0, not_tried: 3, total: 15 }])
  expect(cases).toHaveLength(12)
  expect(cases.filter((row: { passed: boolean }) => !row.passed)).toEqual([])
  expect(not_tried.map((row: { outcome: string }) => row.outcome)).toEqual(['not_tried', 'not_tried', 'not_tried'])
})

test('certify of a wrong path says one sentence in the place of fourteen judgements (finding R14)', async ({ cli }) => {
  await using receiver = await startReceiver({ respond: (_, response) => response.writeHead(404).end() })
  const { code, stdout } = await cli.run('certify', receiver.url, '--secret', 'whsec_0123456789')
  expect(code).toBe(3)
  expect(stdout.match(/FAIL/g)).toHaveLength(1)
  expect(stdout).toContain('A genuine delivery was answered with 404: nothing accepts a POST there.')
  expect(stdout).toContain(`${receiver.url}: 0 passed, 1 failed, 14 not tried, in `)
  expect(stdout).not.toContain('by the receiver')
})

test('certify with a URL that counts its work that is not there names the cases that it kept from being tried, and what to do', async ({
  cli,
}) => {
  const secret = 'whsec_0123456789'
  const receiver = await startReferenceReceiver({ secret })
  onTestFinished(() => receiver.close())
  const { code, stdout } = await cli.run(
    'certify',
    receiver.url,
    '--secret',
    secret,
    '--effects',
    'http://127.0.0.1:1/n',
  )
  expect(code).toBe(3)
  expect(stdout.match(/^ {2}----/gm)).toHaveLength(3)
  expect(stdout).toContain(
    '  ----  A forged delivery is not processed\n        not tried: the URL that counts its work cannot be used, as is said below\n',
  )
  expect(stdout).toMatch(
    /\nThe URL that counts its work \(\S+\) gave no answer \(.*\)\. Start it, or give its right address; /,
  )
  expect(stdout).toMatch(/: 12 passed, 3 not tried, in .* by the receiver\.\n$/)
})

test('certify --effects asks an address how often the work was done (finding R14)', async ({ cli }) => {
  const secret = 'whsec_0123456789'
  const receiver = await startReferenceReceiver({ secret, parts: { remembers: 'anything' } })
  onTestFinished(() => receiver.close())
  await using counter = await startReceiver({ respond: (_, response) => response.end(`${receiver.worked.length}\n`) })
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'effects.xml')
  const flags = ['--secret', secret, '--effects', counter.url, '--junit', file]
  const { code, stdout } = await cli.run('certify', receiver.url, ...flags)
  expect(code).toBe(3)
  expect(stdout).toMatch(/FAIL {2}A genuine delivery is processed, though a forgery with its id came before/)
  // JUnit has the time that all of it took, as the terminal does: the probe is waited for, which no case counts.
  const [, took] = /: 14 passed, 1 failed, in ([\d.]+) s, /.exec(stdout) ?? []
  const [, seconds] = /<testsuite [^>]*time="([\d.]+)"/.exec(readFileSync(file, 'utf8')) ?? []
  expect(Number(seconds)).toBeGreaterThan(1)
  // From ten seconds on, the terminal has whole ones.
  expect(Math.abs(Number(seconds) - Number(took))).toBeLessThanOrEqual(0.5)
  expect(stdout).toMatch(/; no work was done\n/)
}, 30_000)

test('reset starts the world again', async ({ cli, world }) => {
  await world.tenant('pro').fetch('/customers')
  expect(await cli.json('reset', '--clock', '2026-05-01T00:00:00Z', '--seed', '4')).toMatchObject({
    seed: 4,
    now: '2026-05-01T00:00:00.000Z',
  })
  expect(await world.requests.list()).toEqual([])
})

test('worlds are created, listed, shown and removed', async ({ cli }) => {
  expect(
    await cli.json('world', 'create', 'made-by-cli', '--fixture', 'empty', '--clock', '2026-03-10T00:00:00Z'),
  ).toMatchObject({
    world_id: 'made-by-cli',
    pace: 'frozen',
  })
  expect(await cli.json<{ world_id: string }[]>('world')).toContainEqual(
    expect.objectContaining({ world_id: 'made-by-cli' }),
  )
  expect((await cli.run('world', 'show')).stdout).toMatch(/pro +pro +live +live +svc_live_/)
  const fork = await cli.run('world', 'fork', 'what-if')
  expect(fork.stdout).toMatch(
    /^World what-if is world [\w-]+ as it was at 2026-03-1\d \d\d:[\d:.]+ JST\.\n\nIts clock stands still, as that of [\w-]+ does\. To let it run:\n {2}.* clock live --world what-if\nIts deliveries reach inboxes only\. [\s\S]*\npro +pro +live +live +svc_live_/,
  )
  // A key of each tenant; the others are a command away, and none of them is one of the world that was forked.
  expect(fork.stdout).toMatch(/\nand 12 other keys: .* world show what-if\n$/)
  const shown = [...(await cli.run('world', 'show', 'what-if')).stdout.matchAll(/svc_\w+/g)].map(([key]) => key)
  const here = [...fork.stdout.matchAll(/svc_\w+/g)].map(([key]) => key)
  expect(shown).toHaveLength(18)
  expect(shown).toEqual(expect.arrayContaining(here))
  const tooFar = await cli.run('world', 'fork', '--at', '2026-03-09T00:00:00Z')
  expect([tooFar.code, tooFar.stderr]).toEqual([1, expect.stringContaining(' does not record. ')])
  for (const id of ['what-if', 'made-by-cli']) expect((await cli.run('world', 'remove', id)).code).toBe(0)
  const gone = await cli.run('world', 'remove', 'made-by-cli')
  expect(gone).toMatchObject({ code: 1, stderr: 'ringback: There is no world "made-by-cli".\n' })
})

test('a fork says whether the world that it was goes on, where its deliveries go, and keys that are shown once', async ({
  cli,
  world,
}) => {
  await world.clock.live()
  await cli.run('tenant', 'issue-key', 'pro', '--scopes', 'calls:read', '--label', 'once')
  const { stdout } = await cli.run('world', 'fork', 'goes-on', '--keep-forwards')
  expect(stdout).toContain(`World goes-on is world ${world.id} as it was at `)
  expect(stdout).toContain(`\nIts clock stands still; ${world.id} goes on (live). To let it run:\n`)
  expect(stdout).toContain(`\nIts deliveries go where those of ${world.id} go.\n`)
  expect(stdout).toMatch(/\npro +pro +once +live +svc_live_\w+\n/)
  expect((await cli.run('world', 'show', 'goes-on')).stdout).toMatch(/\npro +pro +once +live +svc_live_…/)
  const held = await cli.json<{ sending: string; forked_from: object }>('world', 'fork', 'held')
  expect(held).toMatchObject({ sending: 'inbox_only', pace: 'frozen', forked_from: { world_id: world.id } })
  for (const id of ['goes-on', 'held']) await cli.run('world', 'remove', id)
})

test('a fork before a request has it in its journal, and its data and limits as they were before it', async ({
  cli,
  emulator,
  world,
}) => {
  await world.record()
  for (const path of ['/customers', '/calls', '/projects']) await world.tenant('pro').fetch(path)
  const { stdout } = await cli.run('world', 'fork', 'before', '--at', '2', '--seed', '7')
  expect(stdout).toContain(
    `\nThe request stands last in its journal, as ${world.id} answered it; data and limits are as before it. To send it again there:\n`,
  )
  expect(stdout).toContain('\nFrom there on, chance decides by the seed 7.\n')
  const fork = await emulator.openWorld('before')
  expect(fork.view.seed).toBe(7)
  expect((await fork.requests.list()).map(({ seq }) => seq)).toEqual([2, 1])
  expect((await fork.tenant('pro').limits.get()).minute.used).toBe(1)
  await cli.run('world', 'remove', 'before')
  expect((await cli.run('world', 'fork', 'before')).stdout).not.toMatch(/stands last|seed/)
  await cli.run('world', 'remove', 'before')
})

test('a fork that is refused is refused in the words of its flags, and a world that does not record is told before its future', async ({
  cli,
  world,
}) => {
  await world.tenant('pro').fetch('/customers')
  const refusal = async (...args: string[]) => (await cli.run('world', 'fork', ...args)).stderr
  for (const at of ['2099-01-01T00:00:00Z', '1', 'noon'])
    expect(await refusal('--at', at)).toMatch(
      /^ringback: --at goes back to what a world has recorded, and world \S+ does not record\. "\S.* world recording on( --world \S+)?" lets it begin, .* Without --at, /,
    )
  await world.record()
  expect(await refusal('--at', '1')).toMatch(/ records, but no request has come since that began, .* Without --at, /)
  await world.tenant('pro').fetch('/customers')
  expect(await refusal('--at', '2099-01-01T00:00:00Z')).toMatch(
    /^ringback: --at must not be in the future of world \S+ \(got "2099-01-01T00:00:00Z"\)\. Leave it out /,
  )
  // One kind of mistake, one exit code: an instant before all that is recorded, and one that has not come yet.
  expect(await cli.run('world', 'fork', '--at', '2020-01-01T00:00:00Z')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^ringback: --at must not be before what world \S+ has recorded \(got "2020-01-01T00:00:00Z"\)\. .* can be forked is #2, at 2026-03-10T14:59:50\.000Z\.\n$/,
    ),
  })
  expect((await cli.run('world', 'fork', '--at', '2099-01-01T00:00:00Z')).code).toBe(2)
  expect(await refusal('--at', 'noon')).toMatch(/^ringback: --at takes a request .* \(got "noon"\)\.\n$/)
  expect(await refusal('two words')).toMatch(/^ringback: The id of the new world must be 1 to 64 .*\(got "two words"\)/)
  expect(await refusal('--seed', '4294967296')).toMatch(/^ringback: --seed takes a whole number from 0 to 4294967295 /)
})

test('a fork and a capsule take a request by its number, with and without #, as logs does, and by its id', async ({
  cli,
  world,
}) => {
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'second.ringback-capsule')
  await world.record()
  for (const path of ['/customers', '/calls', '/projects']) await world.tenant('pro').fetch(path)
  const id = (await cli.json<{ seq: number; request_id: string }[]>('logs')).find(({ seq }) => seq === 2)?.request_id
  for (const at of ['2', '#2', id as string]) {
    expect((await cli.run('world', 'fork', 'second', '--at', at)).stdout).toMatch(
      /^World second is world [\w-]+ as it was just before request #2 \(GET \/calls\), at [^\n]* JST\.\n[\s\S]* logs replay 2 --world second\n/,
    )
    await cli.run('world', 'remove', 'second')
    for (const flag of ['--at', '--request']) {
      expect((await cli.run('world', 'capsule', file, flag, at)).stdout).toContain(
        ' bytes). It opens just before #2 (GET /calls). Open it with ',
      )
      const { world_id, request_id } = await cli.json<{ world_id: string; request_id: string }>('world', 'open', file)
      expect(request_id).toBe(id)
      await cli.run('world', 'remove', world_id)
    }
  }
  await world.client.send('PUT', ['recording'], { recording: false })
  expect((await cli.run('world', 'capsule', file)).stdout).toContain(
    'It opens at #3 (GET /projects), with the world as it is now, since it did not record. Open it with ',
  )
  for (const line of [
    ['fork', '--at', '4'],
    ['capsule', file, '--at', '#4'],
  ])
    expect(await cli.run('world', ...line)).toMatchObject({
      code: 1,
      stderr: 'ringback: There is no request #4: the newest is #3.\n',
    })
})

test('assumptions are listed, changed and put back', async ({ cli }) => {
  expect(await cli.json('assumptions', 'set', 'calls.order', 'oldest_first')).toMatchObject({ value: 'oldest_first' })
  expect(await cli.json('assumptions', 'list', '--changed')).toMatchObject([{ id: 'calls.order' }])
  expect((await cli.run('assumptions', 'show', 'calls.order')).stdout).toContain('"newest_first"')
  expect(await cli.json('assumptions', 'reset', 'calls.order')).toMatchObject({ changed: false })
  expect(await cli.run('assumptions', 'set', 'calls.order', 'sideways')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('oldest_first'),
  })
})

test('a snapshot is kept, restored, written to a file and read from one', async ({ cli, world }) => {
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'world.db')
  expect(await cli.json('snapshot', 'save', 'before')).toMatchObject({ name: 'before' })
  await world.clock.advance({ by: 'PT1H' })
  expect(await cli.json('snapshot', 'restore', 'before')).toMatchObject({ now: '2026-03-10T14:59:50.000Z' })
  expect((await cli.run('snapshot', 'restore', 'before-restore')).stdout).toMatch(
    /back at 2026-03-10T15:59:50[\s\S]*kept: npx ringback snapshot restore before-restore-2\n$/,
  )
  expect(await cli.json('snapshot', 'restore', 'before', '--discard')).toMatchObject({ kept: null })
  // What is stored and what is written differ in size: each figure says which it is.
  expect((await cli.run('snapshot', 'download', 'before', file)).stdout).toMatch(/ bytes, secrets replaced\)\.\n$/)
  expect(await cli.json('snapshot', 'upload', file, 'copy')).toMatchObject({ name: 'copy' })
  expect((await cli.run('snapshot')).stdout).toMatch(/BYTES STORED[\s\S]*before[\s\S]*copy/)
  expect((await cli.run('snapshot', 'remove', 'copy')).code).toBe(0)
  await world.tenant('pro').fetch('/customers')
  const compared = (await cli.run('snapshot', 'compare', 'before')).stdout
  expect(compared).toMatch(/requests +\d+ +\d+ +1 +0 +0/)
  expect(compared).toMatch(/TENANT +LIMIT +USED BEFORE +USED AFTER +OF\n[\s\S]*pro +minute +0 +1 +300/)
  expect(compared).toMatch(/^Clock: 2026-03-10T14:59:50\.000Z in both\n/)
  expect(compared).toMatch(
    /\nrequests:\n {2}\+ \d+ {2}request_id=[\da-f-]{36} at=\S+ method=GET path=\/customers status=200 tenant=pro\n/,
  )
  expect(compared).toMatch(/\nThe same in both: .*\bkeys \d+/)
  // What is no thing of the world may be all that differs.
  await cli.run('snapshot', 'save', 'asked')
  await world.tenant('pro').limits.set({ day: { used: 5 } })
  expect((await cli.run('snapshot', 'compare', 'asked')).stdout).toMatch(
    /^Clock: .*\n\nTENANT.*\n(?:pro .*\n)*pro +day +1 +5 +10000\n(?:pro .*\n)*\nThe same in both: /,
  )
  await world.faults.add({ effect: { status: 503 }, times: 2 })
  await cli.run('snapshot', 'save', 'armed')
  await world.clock.advance({ by: 'PT1H' })
  await world.tenant('pro').fetch('/customers')
  const { stdout: fired } = await cli.run('snapshot', 'compare', 'armed')
  expect(fired).toMatch(/^Clock: 2026-03-10T14:59:50\.000Z to 2026-03-10T15:59:50\.000Z, 1 h later\n/)
  expect(fired).toMatch(/\nfaults:\n {2}~ \d+ {2}match=\{\} effect=\{"status":503\}.*\n(?: {6}.*\n)* {6}fired: 0 → 1\n/)
  const broken = await cli.run('snapshot', 'upload', import.meta.filename, 'broken')
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('not a snapshot of Ringback') })
})

test('a restored clock that runs says how it goes on', async ({ cli }) => {
  for (const [args, says] of [
    [['live'], 'live'],
    [['pace', '60'], '60 times real time'],
  ] as const) {
    await cli.run('clock', ...args)
    await cli.run('snapshot', 'save', 'running')
    expect((await cli.run('snapshot', 'restore', 'running', '--discard')).stdout).toMatch(
      new RegExp(`is back at \\S+Z, and goes on from there \\(${says}\\)\\.\n$`),
    )
  }
})

test('coverage is shown for people, for programs and as a page', async ({ cli, world }) => {
  using folder = temporaryFolder()
  await world.tenant('pro').fetch('/customers?page=0')
  const { stdout } = await cli.run('coverage')
  expect(stdout).toMatch(/GET +\/customers +1 +422 +200 /)
  expect(stdout).toMatch(/paging\.invalid_page +1 +"reject"/)
  await world.faults.add({ effect: { drop: true }, times: 1 })
  await expect(world.tenant('pro').fetch('/customers')).rejects.toThrow()
  expect((await cli.run('coverage')).stdout).toMatch(/GET +\/customers +2 +422 \(1 answer lost\) +200 /)
  const dropped = (await cli.run('logs', '--status', 'dropped')).stdout
  expect(dropped).toMatch(/\n#2 .*000 {2}answer lost +- +pro .* GET \/customers\n$/)
  expect((await cli.run('logs', 'show', '2')).stdout).toMatch(/\nAnswer +answer lost \(200 had been decided\)\n/)
  await world.faults.add({ effect: { code: 'not_found' }, times: 1 })
  await world.tenant('pro').fetch('/customers/1')
  const withFault = (await cli.run('coverage')).stdout
  expect(withFault).toMatch(
    /GET +\/customers\/\{customerId\} +1 +\(by a fault only: 404\) +200 401 403 404 429 +\(by a fault only: not_found\)/,
  )
  expect(withFault).toMatch(/statuses 1\/\d+ \(1 more by a fault only\), codes 1\/\d+ \(1 more by a fault only\)/)
  expect(await cli.json('coverage')).toMatchObject({ totals: { endpoints: [2, 16] } })
  const file = path.join(folder.path, 'coverage.html')
  expect((await cli.run('coverage', '--all-worlds', '-o', file)).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>[\s\S]*1 lost on the way/)
})

test('openapi prints the contract without an emulator, and says that it is with the defaults (finding T9)', async () => {
  using folder = temporaryFolder()
  // Nobody listens at port 2.
  writeFileSync(path.join(folder.path, 'ringback.config.json'), '{"port":2}')
  const { code, stdout, stderr } = await runLine(['openapi'], { cwd: folder.path, env: UNNAMED })
  expect([code, stderr]).toEqual([0, expect.stringContaining('No emulator is running here')])
  expect(JSON.parse(stdout)).toMatchObject({ openapi: expect.stringMatching(/^3\.0/), info: { version: '1.0.0' } })
  const other = await runLine(['openapi', '--world', 'qa'], { cwd: folder.path, env: UNNAMED })
  expect([other.code, other.stdout]).toEqual([4, ''])
})

test('openapi finds the emulator of the lock file, as its help says (finding T9)', async () => {
  using folder = temporaryFolder()
  const store = path.join(folder.path, '.ringback')
  await using emulator = await startEmulator({ store, fixture: 'empty' })
  await emulator.world.assumptions.set('customers.phonetic_key', 'kana')
  const { code, stdout, stderr } = await runLine(['openapi'], { cwd: folder.path, env: UNNAMED })
  expect([code, stderr, stdout.includes('"kana"'), stdout.includes('"name_kana"')]).toEqual([0, '', true, false])
})

test('openapi of an emulator is as the assumptions of its world have it', async ({ cli, emulator }) => {
  expect(JSON.stringify(await cli.json('openapi'))).toContain('"name_kana"')
  await cli.run('assumptions', 'set', 'customers.phonetic_key', 'kana')
  const assumed = JSON.stringify(await cli.json('openapi'))
  expect(assumed).toContain('"kana"')
  expect(assumed).not.toContain('"name_kana"')
  const nowhere = await runLine(['openapi', '--url', emulator.url, '--world', 'nowhere'])
  expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no world "nowhere"') })
})

test('an emulator that does not answer exits with 4, and ready --wait waits for one', async () => {
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  await new Promise(resolve => other.close(resolve))
  const url = `http://127.0.0.1:${port}`
  const refused = await runLine(['clock', '--url', url])
  expect(refused).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringContaining(`No emulator answers at ${url}`),
  })
  await using waiting = ringback(['ready', '--wait', '20s', '--url', url, '--json'])
  await using started = ringback(['start', '--json', '--port', String(port), '--fixture', 'empty'])
  await started.ready()
  expect(await waiting.ended).toMatchObject({ code: 0, stdout: expect.stringContaining(`"url":"${url}"`) })
})

test('without --url, the emulator is found by RINGBACK_URL, and by the lock file of the folder', async ({
  emulator,
}) => {
  using folder = temporaryFolder()
  const named = await runLine(['ready', '--json'], { cwd: folder.path, env: { RINGBACK_URL: emulator.url } })
  expect(JSON.parse(named.stdout)).toMatchObject({ url: emulator.url })
  mkdirSync(path.join(folder.path, 'sub'))
  writeFileSync(
    path.join(folder.path, 'ringback.config.json'),
    JSON.stringify({ store: 'sub', port: 0, fixture: 'empty' }),
  )
  await using started = ringback(['start', '--json'], { cwd: folder.path })
  const { url } = await started.ready()
  const found = await runLine(['ready', '--json'], { cwd: folder.path, env: UNNAMED })
  expect(JSON.parse(found.stdout)).toMatchObject({ url })
})

test('an unknown world is named', async ({ emulator }) => {
  const { code, stderr } = await runLine(['clock', '--url', emulator.url, '--world', 'nowhere'])
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'ringback: There is no world "nowhere".\n' })
})

async function registerInbox(world: WorldHandle): Promise<{ webhook_id: number; secret: string }> {
  const answer = await world.tenant('pro').fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: world.inbox('cli').url, events: ['call.completed', 'call.missed'] }),
  })
  return ((await answer.json()) as { data: { webhook_id: number; secret: string } }).data
}

/** Sends requests until one is followed: the first may come before the stream is open. */
async function followed(world: WorldHandle, cli: ReturnType<typeof ringback>): Promise<void> {
  const seen = cli.wrote('stdout', /GET \/calls/)
  let done = false
  void seen.then(() => {
    done = true
  })
  while (!done) await (await world.tenant('pro').fetch('/calls')).text()
  await seen
}

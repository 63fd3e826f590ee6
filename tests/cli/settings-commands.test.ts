import { expect } from 'vitest'
import { test as worldTest } from '../../server/harness/vitest.ts'
import { linesOfFile } from '../support/cli-lines.ts'

const runLine = linesOfFile()
const test = worldTest.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T03:00:00Z' } })

test('tenants, keys, faults, call scripts, inboxes, forwards and the ledger are set and shown by commands', async ({
  emulator,
  world,
}) => {
  const run = async (...args: string[]) => {
    const env = { RINGBACK_URL: emulator.url, RINGBACK_WORLD: world.id }
    const { code, stdout, stderr } = await runLine(args, { env })
    expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 0, ''])
    return stdout
  }
  const [created, , fault, script, , forward] = await Promise.all([
    run('tenant', 'create', 'acme', '--plan', 'free'),
    run('inbox', 'answer', 'crm', '--status', '500', '--times', '1'),
    run('fault', 'add', '{"status":503}', '--times', '2'),
    run(
      'script',
      'add',
      '[{"after":"PT2S","to":"ringing"},{"after":"PT5S","to":"busy"}]',
      '--match',
      '{"phone_suffix":"77"}',
    ),
    run('ledger'),
    run('forward', 'add', 'https://crm.example.com', 'http://127.0.0.1:3000'),
  ])
  expect(created).toMatch(/^Tenant acme has the key svc_live_\w+\n$/)
  expect(fault).toMatch(/^Fault \d+ acts from now on\.\n$/)
  expect(script).toMatch(/^Script \d+ decides future calls that match\.\n$/)
  expect(forward).toContain('are delivered to http://127.0.0.1:3000')

  const [tenants, faults, scripts, forwards, changed, issued] = await Promise.all([
    run('tenant', 'list'),
    run('fault', 'list'),
    run('script', 'list'),
    run('forward', 'list'),
    run('tenant', 'change', 'acme', '--plan', 'pro', '--open-api', 'off'),
    run('tenant', 'issue-key', 'pro', '--scopes', 'customers:read', '--label', 'reader'),
  ])
  expect(tenants).toMatch(/^acme +(free|pro) /m)
  expect(faults).toMatch(/\{"status":503\} +\{\} +0 of 2/)
  expect(scripts).toContain('PT2S ringing, PT5S busy')
  expect(forwards).toMatch(/https:\/\/crm\.example\.com +http:\/\/127\.0\.0\.1:3000/)
  expect(changed).toBe('Tenant acme: plan pro, Open API off.\n')
  const [, keyId = ''] = /^Key (\S+): svc_live_/.exec(issued) ?? []
  await Promise.all([
    run('tenant', 'revoke-key', 'pro', keyId),
    run('fault', 'clear'),
    run('forward', 'remove', 'https://crm.example.com'),
    run('script', 'remove', /\d+/.exec(script)?.[0] ?? ''),
  ])
  expect([await world.faults.list(), await world.forwards.get(), await world.callScripts.list()]).toEqual([[], [], []])
  const { tenants: after } = await world.refresh()
  expect(
    after.find(({ tenant }) => tenant === 'pro')?.keys.find(({ key_id }) => key_id === keyId)?.revoked_at,
  ).not.toBeNull()
})

test('an inbox says for how many messages it answers so, and how after them', async ({ emulator, world }) => {
  const answer = async (...args: string[]) =>
    (
      await runLine(['inbox', 'answer', 'crm', ...args], {
        env: { RINGBACK_URL: emulator.url, RINGBACK_WORLD: world.id },
      })
    ).stdout
  expect(await answer('--status', '500', '--times', '2')).toBe(
    'Inbox crm answers the next 2 messages with 500, and then 200 at once.\n',
  )
  expect(await answer('--delay', 'PT2S', '--times', '1')).toBe(
    'Inbox crm answers the next message with 200 after PT2S, and then 200 at once.\n',
  )
  expect(await answer('--status', '503')).toBe('Inbox crm answers 503.\n')
  expect(await answer()).toBe('Inbox crm answers 200.\n')
  await answer('--status', '500', '--times', '1')
  await world.webhooks.register({ tenant: 'pro', url: world.inbox('crm').url, events: ['call.missed'] })
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  const { delivery_id } = await world.deliveries.waitFor({ event: 'call.missed' })
  await world.deliveries.redeliver(delivery_id)
  expect((await world.inbox('crm').messages()).map(({ answered_status }) => answered_status)).toEqual([500, 200])
})

test('the ledger says that nothing was held back, and never that all was sent', async ({ emulator, world }) => {
  const ledger = async (...args: string[]) =>
    (await runLine(['ledger', ...args], { env: { RINGBACK_URL: emulator.url, RINGBACK_WORLD: world.id } })).stdout
  expect(await ledger()).toBe('Nothing was held back: no event has occurred.\n')
  const trigger = () => world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await trigger()
  await trigger()
  const missed = '  call.missed of pro, at 2026-03-10 12:00:00.000 JST'
  const listen = `To receive what comes next: npx ringback listen --tenant pro --world ${world.id}`
  expect(await ledger()).toBe(
    `Nothing was held back. 2 events went to no webhook, since none was subscribed:\n${missed}\n${missed}\n${listen}\n`,
  )
  await world.webhooks.register({ tenant: 'pro', url: world.inbox('crm').url, events: ['call.missed'] })
  await trigger()
  expect(await ledger()).toBe(
    `Nothing was held back. 2 of 3 events went to no webhook, since none was subscribed:\n${missed}\n${missed}\n${listen}\n` +
      `To see what became of what was sent: npx ringback deliveries list --world ${world.id}\n`,
  )
  await world.tenant('pro').limits.set({ webhook_sends: { used: 'limit' } })
  await trigger()
  expect(await ledger()).toMatch(/^AT \(JST\) .*\n2026-03-10 12:00:00\.000 +pro +call\.missed +daily_send_limit/)
  expect(await ledger()).toMatch(/all of pro +the sends of the day were used up\n$/)
  expect(await ledger('--tenant', 'max')).toBe(
    'No entry matches; without these filters there is 1. No event matches either.\n',
  )
  await world.events.trigger({ tenant: 'max', event: 'call.missed', data: { 'data.external_id': 'm-1' } })
  expect(await ledger('--tenant', 'max')).toMatch(
    /^No entry matches; without these filters there is 1\. 1 event went to no webhook, since none was subscribed:\n {2}call\.missed of max, at .*\n.* listen --tenant max /,
  )
  // An event of another time is none of this one.
  expect(await ledger('--within', '2026-03-10T02:00:00Z/2026-03-10T03:00:00Z')).toMatch(/ No event matches either\.\n$/)
  await trigger()
  const { stdout, stderr } = await runLine(['ledger', '--limit', '1'], {
    env: { RINGBACK_URL: emulator.url, RINGBACK_WORLD: world.id },
  })
  expect([stdout.trimEnd().split('\n').length, stderr]).toEqual([
    2,
    `ringback: the newest 1 of 2 entries; --limit 2 shows them all.\n` +
      `ringback: The sends of pro are used up (5000 of 5000), until 2026-03-11 00:00:00.000 JST. What was held back is not sent later. For what comes next to be sent: npx ringback limits set webhook_sends=0 --tenant pro --world ${world.id}\n` +
      `ringback: 3 other events went to no webhook, since none was subscribed:\n  call.missed of max, at 2026-03-10 12:00:00.000 JST (m-1)\n${missed}\n${missed}\n`,
  ])
  await world.tenant('pro').limits.set({ webhook_sends: { used: 0 } })
  const later = await runLine(['ledger'], { env: { RINGBACK_URL: emulator.url, RINGBACK_WORLD: world.id } })
  expect(later.stderr).toMatch(
    /^ringback: 3 other events went to no webhook, since none was subscribed:\n {2}call.*\(m-1\)\n/,
  )
  const only = await runLine(['ledger', '--tenant', 'pro', '--event', 'call.missed', '--limit', '2'], {
    env: { RINGBACK_URL: emulator.url, RINGBACK_WORLD: world.id },
  })
  expect(only.stderr).toBe(
    `ringback: 2 other events went to no webhook, since none was subscribed:\n${missed}\n${missed}\n`,
  )
})

test('the ledger says of a call why nothing came of it: it is under way, no webhook was there, or there is no such call', async ({
  emulator,
  world,
}) => {
  const ledger = async (external_id: string, ...more: string[]) =>
    (
      await runLine(['ledger', '--external-id', external_id, ...more], {
        env: { RINGBACK_URL: emulator.url, RINGBACK_WORLD: world.id },
      })
    ).stdout
  const call = await world.calls.place({ tenant: 'max', phone_number: '03-1234-0001', external_id: 'm-1' })
  expect(await ledger('m-1')).toBe(
    `Nothing was held back, and no event matches.\nIts call is initiating now. To see it: npx ringback call show ${call.call_id} --world ${world.id}\n`,
  )
  await world.clock.advance({ by: 'PT5M' })
  expect(await ledger('m-1')).toMatch(
    new RegExp(
      `^Nothing was held back\\. 1 event went to no webhook, .*\\n  call\\.completed of max, .*\\(${call.call_id}, m-1\\)\\n`,
    ),
  )
  const elsewhere = `ledger --tenant max --external-id m-1 --world ${world.id}`
  expect(await ledger('m-1', '--tenant', 'pro')).toBe(
    `Nothing was held back, and no event matches.\nThe call with the external_id m-1 is of max, not of pro: npx ringback ${elsewhere}\n`,
  )
  expect(await ledger('m-1', '--event', 'call.missed')).toMatch(
    /\nIts call ended at 2026-03-10 [\d:.]+ JST \(connected\)\. To see it: /,
  )
  expect(await ledger('m-2')).toMatch(/\nThere is no call with the external_id m-2\.\n$/)
})

test('the ledger takes nothing that was held back for what had no webhook, and says what was delivered by hand since', async ({
  emulator,
  world,
}) => {
  const run = (...args: string[]) => runLine(args, { env: { RINGBACK_URL: emulator.url, RINGBACK_WORLD: world.id } })
  const { url } = world.inbox('crm')
  const { webhook_id } = await world.webhooks.register({ tenant: 'pro', url, events: ['call.missed'] })
  const trigger = () => world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await run('inbox', 'answer', 'crm', '--status', '500', '--times', '1')
  await trigger()
  await world.tenant('pro').fetch(`/webhooks/${webhook_id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ is_enabled: false }),
  })
  await trigger()
  const { stdout, stderr } = await run('ledger')
  expect(stdout.match(/ it was disabled\n/g)).toHaveLength(2)
  expect(stderr).toBe('')
  const cancelled = (await world.ledger.list({})).find(({ fact }) => fact === 'delivery_cancelled')
  await world.deliveries.redeliver(cancelled?.delivery_id as string)
  expect((await run('ledger')).stdout).toMatch(
    / it was disabled; delivered by hand since, at 2026-03-10 12:00:00\.000\n/,
  )
})

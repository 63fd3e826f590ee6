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

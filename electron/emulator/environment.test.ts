import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { KeyView, WorldView } from '../../server/control/protocol.ts'
import { printEnvironment, testEnvironment } from './environment.ts'

const key = (label: string, mode: KeyView['mode'], more: Partial<KeyView> = {}): KeyView => ({
  key_id: label,
  label,
  mode,
  scopes: [],
  created_at: '2026-03-10T00:00:00Z',
  revoked_at: null,
  masked: 'svc_…',
  key: `svc_${mode}_${label}`,
  ...more,
})
const world = (keys: KeyView[], open_api_enabled = true): WorldView => ({
  world_id: 'default',
  now: '2026-03-10T00:00:00Z',
  pace: 'frozen',
  seed: 1,
  fixture: 'standard',
  base_url: 'http://127.0.0.1:4010/api/v1',
  control_url: 'http://127.0.0.1:4010/control/worlds/default',
  tenants: [
    {
      tenant: 'pro',
      name: '',
      plan: 'pro',
      open_api_enabled: true,
      staff_ids: [],
      project_ids: [],
      keys: [key('live', 'live', { key: 'svc_live_pro' })],
    },
    { tenant: 'max', name: '', plan: 'max', open_api_enabled, staff_ids: [], project_ids: [], keys },
  ],
})
const url = 'http://127.0.0.1:4010'

test('the environment has the variables of "ringback exec", with the live key of the max plan', () => {
  expect(
    testEnvironment({ world: world([key('reader', 'live'), key('test', 'test'), key('live', 'live')]), url }),
  ).toEqual({
    RINGBACK_URL: url,
    RINGBACK_BASE_URL: `${url}/api/v1`,
    RINGBACK_CONTROL_URL: `${url}/control`,
    RINGBACK_API_KEY: 'svc_live_live',
    RINGBACK_WORLD: 'default',
    RINGBACK_INBOX_URL: 'https://inbox.ringback.test/default',
  })
})

test('without a usable key it says how to get one', () => {
  const { key: _, ...hashed } = key('live', 'live')
  const revoked = key('live', 'live', { revoked_at: '2026-03-10T00:00:00Z' })
  for (const unusable of [world([]), world([hashed]), world([revoked]), world([key('live', 'live')], false)]) {
    expect(() => testEnvironment({ world: unusable, url })).toThrow(
      'Reset it to the fixture "standard", or issue a key.',
    )
  }
})

test('a shell reads back exactly what was copied, whatever is in it', () => {
  const value = `it's "$HOME" \`id\` \\ 田中`
  const printed = printEnvironment({ RINGBACK_WORLD: value }, 'shell')
  const read = execFileSync('/bin/sh', ['-c', `${printed}printf %s "$RINGBACK_WORLD"`], { encoding: 'utf8' })
  expect(read).toBe(value)
})

test('PowerShell and .env have lines of their own', () => {
  expect(printEnvironment({ A: "it's" }, 'powershell')).toBe("$env:A = 'it''s'\n")
  expect(printEnvironment({ A: 'a"b' }, 'dotenv')).toBe('A="a\\"b"\n')
})

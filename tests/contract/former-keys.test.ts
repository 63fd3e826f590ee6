import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'

/** Not the time of the default world. */
const THEN = '2027-05-06T07:08:09.000Z'

let emulator: TestEmulator
beforeEach(async () => {
  emulator = await TestEmulator.startOwn({ fixture: 'empty' })
  await makeWorld(emulator)
  return () => emulator[Symbol.asyncDispose]()
})

async function makeWorld(emulator: TestEmulator): Promise<void> {
  const assumptions = { 'auth.unauthorized': { status: 418, code: 'not_you' } }
  await emulator.tryControl('POST', '/worlds', { world_id: 'qa', fixture: 'empty', clock: THEN, assumptions })
}

/** A key that a person issues in the world, with its id. */
async function issue(): Promise<{ key: string; key_id: string }> {
  const scopes = ['customers:read']
  return (await emulator.control('POST', '/tenants/pro/keys', { mode: 'live', scopes }, 'qa')).json
}

async function answerTo(key: string, of = emulator) {
  const response = await fetch(`${of.url}/api/v1/customers`, { headers: { Authorization: `Bearer ${key}` } })
  const { error } = (await response.json()) as { error?: { code: string } }
  return [response.status, error?.code, new Date(response.headers.get('date') ?? '').toISOString()]
}

const OF_QA = [418, 'not_you', THEN]
const OF_DEFAULT = [401, 'unauthorized', '2026-03-10T03:00:00.000Z']

describe('a key that opens its world no longer is still refused by that world (finding T4)', () => {
  test('once it was revoked, in its time, its journal and its assumptions', async () => {
    const { key, key_id } = await issue()
    await emulator.control('DELETE', `/tenants/pro/keys/${key_id}`, undefined, 'qa')
    expect(await answerTo(key)).toEqual(OF_QA)
    const journal = async (world: string) => (await emulator.control('GET', '/requests', undefined, world)).json.data
    expect([(await journal('qa')).length, (await journal('default')).length]).toEqual([1, 0])
    expect((await journal('qa'))[0]).toMatchObject({ status: 418, path: '/customers' })
  })

  test('once a reset or a restore has taken it away', async () => {
    const before = (await emulator.tenant('pro', 'qa')).key()
    await emulator.control('PUT', '/snapshots/early', {}, 'qa')
    const { key } = await issue()
    await emulator.control('POST', '/snapshots/early/restore', {}, 'qa')
    expect(await answerTo(key)).toEqual(OF_QA)
    await emulator.control('POST', '/reset', { seed: 7 }, 'qa')
    expect([await answerTo(key), await answerTo(before)]).toEqual([OF_QA, OF_QA])
    await emulator.control('POST', '/snapshots/early/restore', {}, 'qa')
    expect([(await answerTo(key))[0], (await answerTo(before))[0]]).toEqual([418, 200])
  })

  test('but no longer once the world was removed, nor by a new one of the same name', async () => {
    const { key } = await issue()
    await emulator.tryControl('DELETE', '/worlds/qa')
    expect(await answerTo(key)).toEqual(OF_DEFAULT)
    await makeWorld(emulator)
    expect(await answerTo(key)).toEqual(OF_DEFAULT)
  })

  test('also after a restart', async () => {
    const store = mkdtempSync(join(tmpdir(), 'ringback-keys-'))
    onTestFinished(() => rmSync(store, { recursive: true, force: true }))
    let key = ''
    {
      await using first = await TestEmulator.startOwn({ fixture: 'empty', store })
      await makeWorld(first)
      key = (await first.tenant('pro', 'qa')).key()
      await first.control('POST', '/reset', { seed: 7 }, 'qa')
    }
    await using second = await TestEmulator.startOwn({ fixture: 'empty', store })
    expect(await answerTo(key, second)).toEqual(OF_QA)
  })
})

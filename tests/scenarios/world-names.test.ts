import { expect, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'

const refusalOf = async (emulator: TestEmulator, method: string, path: string, body?: unknown) => {
  const { status, json } = await emulator.tryControl(method, path, body)
  return [status, json?.error?.message] as const
}

test.each(['CON', 'con', 'Aux', 'NUL', 'prn', 'COM1', 'lpt9'])(
  'A world cannot have the name %s, which Windows keeps for a device (finding S17)',
  async world_id => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    expect(await refusalOf(emulator, 'POST', '/worlds', { world_id })).toEqual([
      422,
      `${world_id} is a name that Windows keeps for a device, so no file can have it. Choose another.`,
    ])
    expect((await refusalOf(emulator, 'PUT', `/worlds/default/snapshots/${world_id}`))[0]).toBe(422)
    expect((await refusalOf(emulator, 'POST', '/worlds', { world_id: `${world_id}-1` }))[0]).toBe(201)
  },
)

test('Worlds and snapshots whose names differ only in case are refused: some systems take both for one file (finding S17)', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  expect((await refusalOf(emulator, 'POST', '/worlds', { world_id: 'Team' }))[0]).toBe(201)
  expect(await refusalOf(emulator, 'POST', '/worlds', { world_id: 'team' })).toEqual([
    422,
    'team differs from Team only in case, and Windows and macOS take both for one file. Choose another.',
  ])
  expect((await refusalOf(emulator, 'POST', '/worlds', { world_id: 'DEFAULT' }))[0]).toBe(422)
  expect((await refusalOf(emulator, 'PUT', '/worlds/Team/snapshots/One'))[0]).toBe(200)
  expect((await refusalOf(emulator, 'PUT', '/worlds/Team/snapshots/one'))[0]).toBe(422)
  expect((await refusalOf(emulator, 'PUT', '/worlds/Team/snapshots/One'))[0]).toBe(200)
  expect((await refusalOf(emulator, 'DELETE', '/worlds/Team'))[0]).toBe(204)
  expect((await refusalOf(emulator, 'POST', '/worlds', { world_id: 'team' }))[0]).toBe(201)
})

import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/cli.ts'
import { InsideEmulator } from '../support/inside.ts'

test('a world that is removed during its reset is gone, and the next of its id is another', async () => {
  using folder = temporaryFolder()
  await using emulator = await InsideEmulator.start({ fixture: 'empty', store: folder.path })
  await emulator.tryControl('POST', '/worlds', { world_id: 'mine', fixture: 'empty' })
  const old = emulator.emulator.world('mine')?.reset({ fixture: 'large' })
  const removed = await emulator.tryControl('DELETE', '/worlds/mine')
  expect(removed.status).toBe(204)
  const { status } = await emulator.tryControl('POST', '/worlds', { world_id: 'mine', seed: 7, fixture: 'empty' })
  expect(status).toBe(201)
  await expect(old).rejects.toThrow('There is no world "mine" any more.')
  const pro = await emulator.tenant('pro', 'mine')
  expect((await pro.get('/customers')).json.pagination.total).toBe(0)
  expect((await emulator.control('GET', '/requests', undefined, 'mine')).json.data).toHaveLength(1)
})

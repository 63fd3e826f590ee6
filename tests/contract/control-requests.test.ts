import { describe, expect, test } from 'vitest'
import type { Page } from '../../server/control/protocol.ts'
import { TestEmulator } from '../support/api.ts'

interface Row {
  path: string
  status: number
}

describe('the journal as a list', () => {
  const filled = async () => {
    const emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    for (const path of ['/customers', '/nowhere', '/customers/1', '/customers']) await pro.get(path)
    await pro.post('/customers', {})
    const list = (query: string) => emulator.control('GET', `/requests?${query}`)
    return { emulator, list, [Symbol.asyncDispose]: () => emulator[Symbol.asyncDispose]() }
  }

  test('goes back from the newest, a page at a time', async () => {
    await using journal = await filled()
    const paths: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, next_cursor }: Page<Row> = (await journal.list(`limit=2&cursor=${cursor}`)).json
      expect(data.length).toBeLessThanOrEqual(2)
      paths.push(...data.map(({ path }: Row) => path))
      cursor = next_cursor
    }
    expect(paths).toEqual(['/customers', '/customers', '/customers/1', '/nowhere', '/customers'])
  })

  test.each([
    ['status=404', [404, 404]],
    ['status=422', [422]],
    ['status=4xx', [422, 404, 404]],
    ['status=42x', [422]],
    ['status=2', [200, 200]],
    ['status=200,%20422,', [422, 200, 200]],
    ['status=', [422, 200, 404, 404, 200]],
    ['method=POST', [422]],
    ['path=/customers/', [404]],
    ['path=/api/v1/customers/', [404]],
    ['fault=1', []],
  ])('with %s holds those that fit', async (query, statuses) => {
    await using journal = await filled()
    expect((await journal.list(query)).json.data.map(({ status }: Row) => status)).toEqual(statuses)
  })

  test.each([
    ['cursor=abc', 'cursor must be the next_cursor of the page before (got abc)'],
    ['status=zz', 'status must be a status such as 404, a class such as 4xx, or several of them with commas (got zz)'],
    ['status=404,4040', 'with commas (got 4040)'],
    ['fault=one', 'fault must be a whole number (got one)'],
    ['limit=201', 'limit must be a whole number from 1 to 200'],
    ['tenant=nobody', 'nobody'],
  ])('refuses %s and says what it takes', async (query, message) => {
    await using journal = await filled()
    await expect(journal.list(query)).rejects.toThrow(message)
  })
})

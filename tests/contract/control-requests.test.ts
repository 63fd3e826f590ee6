import { Agent, get } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Page } from '../../server/control/protocol/common.ts'
import type { FacetsView } from '../../server/control/protocol/journal.ts'
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
    ['q=%232', [404]],
    ['q=%2399', []],
  ])('with %s holds those that fit', async (query, statuses) => {
    await using journal = await filled()
    expect((await journal.list(query)).json.data.map(({ status }: Row) => status)).toEqual(statuses)
  })

  test('finds a phone number with whatever signs it was sent and is typed, in Japan and from abroad', async () => {
    await using journal = await filled()
    const { emulator, list } = journal
    const pro = await emulator.tenant('pro')
    await pro.post('/customers', { phone_number: '03-1234-0001' })
    await pro.post('/customers', { phone_number: '+81312340001' })
    await pro.get('/calls?phone_number=(03)1234-0001')
    await pro.get('/calls?phone_number=%2B81-3-1234-0001')
    await pro.post('/customers', { phone_number: '03-1234-0002' })
    const queries = async (typed: string) => (await list(`q=${encodeURIComponent(typed)}`)).json.data.length
    for (const typed of ['0312340001', '03-1234-0001', '+81312340001', '81 3 1234 0001'])
      expect([typed, await queries(typed)]).toEqual([typed, 4])
    expect(await queries('0312340002')).toBe(1)
    // Of what is no whole number, and of words, every sign is meant.
    expect([await queries('03-1234'), await queries('031234')]).toEqual([2, 0])
  })

  test('finds a text as it is typed, however it was sent, and an address as lists show it', async () => {
    await using journal = await filled()
    const { emulator, list } = journal
    const pro = await emulator.tenant('pro')
    await pro.get('/customers?q=%E9%88%B4%E6%9C%A8&page=7')
    await pro.get('/customers?q=%e9%88%b4%e6%9c%a8+Taro')
    const raw = Buffer.from('{"name": "\\u9234\\u6728"}')
    await pro.ask('POST', '/customers', { raw, headers: { 'Content-Type': 'application/json' } })
    const found = async (typed: string) =>
      (await list(`q=${encodeURIComponent(typed)}`)).json.data.map(({ seq }: { seq: number }) => seq)
    const newest = (await list('limit=1')).json.data[0].seq
    expect(await found('鈴木')).toEqual([newest, newest - 1, newest - 2])
    expect(await found('%E9%88%B4')).toEqual([newest - 1, newest - 2])
    expect(await found('鈴木 taro')).toEqual([newest - 1])
    for (const address of [
      '/customers?q=鈴木&page=7',
      '/customers?q=%E9%88%B4%E6%9C%A8&page=7',
      '/api/v1/customers?q=鈴木&',
    ])
      expect([address, await found(address)]).toEqual([address, [newest - 2]])
    expect(await found('田中')).toEqual([])
  })

  test('tells an answer that a fault dropped from the status that its client never saw', async () => {
    await using journal = await filled()
    const { emulator, list } = journal
    await emulator.control('POST', '/faults', { match: { path: '/customers' }, effect: { drop: true }, times: 1 })
    const pro = await emulator.tenant('pro')
    await pro.get('/customers').catch(() => undefined)
    const paths = async (query: string) => (await list(query)).json.data.map(({ path }: Row) => path)
    expect([await paths('status=2xx'), await paths('status=dropped')]).toEqual([
      ['/customers', '/customers'],
      ['/customers'],
    ])
    expect(await paths('status=dropped,422')).toHaveLength(2)
    await emulator.control('POST', '/faults', { match: { path: '/customers' }, effect: { truncate: 9 }, times: 1 })
    await pro.get('/customers').catch(() => undefined)
    // Of an answer that was cut its client has no whole answer either.
    expect([await paths('status=200'), await paths('status=truncated')]).toEqual([
      ['/customers', '/customers'],
      ['/customers'],
    ])
    const { facets }: FacetsView = (await emulator.control('GET', '/facets/requests')).json
    expect(facets.status).toEqual(
      expect.arrayContaining([
        { value: '200', count: 2 },
        { value: 'dropped', count: 1 },
        { value: 'truncated', count: 1 },
      ]),
    )
  })

  test.each([
    ['cursor=abc', 'cursor must be the next_cursor of the previous page (got \\"abc\\")'],
    [
      'status=zz',
      'status must be a status such as 404, a class such as 4xx, dropped, truncated, gone, unanswered, or several separated by commas (got \\"zz\\")',
    ],
    ['status=404,4040', 'separated by commas (got \\"4040\\")'],
    ['fault=one', 'fault must be a whole number (got \\"one\\")'],
    ['limit=201', 'limit must be a whole number from 1 to 200'],
    ['tenant=nobody', 'nobody'],
  ])('refuses %s and says what it takes', async (query, message) => {
    await using journal = await filled()
    await expect(journal.list(query)).rejects.toThrow(message)
  })
})

function ask(url: string, key: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/api/v1/webhooks`, { agent, headers: { Authorization: `Bearer ${key}` } }, answer => {
      answer.resume().once('end', resolve)
    })
    request.once('error', reject)
  })
}

describe('a hundred held searches of the journal (finding S14)', () => {
  /** Long enough for a search that reads it all to be felt. */
  const MEGABYTES = 12
  const HELD = 100

  const crowded = async () => {
    const emulator = await TestEmulator.start({ fixture: 'empty' })
    const [pro, max] = [await emulator.tenant('pro'), await emulator.tenant('max')]
    const raw = `"${'x'.repeat(1_000_000)}"`
    const headers = { 'Content-Type': 'application/json' }
    for (let sent = 0; sent < MEGABYTES; sent++) await pro.ask('POST', '/customers', { raw, headers })
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    await ask(emulator.url, max.key(), agent)
    const searches = Array.from({ length: HELD }, (_, index) =>
      emulator.control('GET', `/requests?wait=30s&limit=1&q=needle-${index % 2}`),
    )
    /** The slowest of all requests on a connection of their own, one after the other. */
    const slowest = async (until: Promise<unknown>) => {
      let [over, found] = [false, 0]
      const end = () => {
        over = true
      }
      until.then(end, end)
      while (!over) {
        const before = performance.now()
        await ask(emulator.url, max.key(), agent)
        found = Math.max(found, performance.now() - before)
      }
      return found
    }
    return { emulator, max, searches, slowest, [Symbol.asyncDispose]: () => emulator[Symbol.asyncDispose]() }
  }

  test('hold nobody up, neither when they come nor when a request is answered', async () => {
    await using journal = await crowded()
    const { max, searches, slowest } = journal
    const found = Promise.all(searches)
    const slowestOfAll = slowest(found)
    for (const needle of ['needle-0', 'needle-1']) await max.get(`/customers?external_id=${needle}`)
    // Some 40 ms on a quiet machine. That a search reads no more than it has to, and in its turn, tests/inside/held-searches.test.ts counts.
    expect(await slowestOfAll).toBeLessThan(10_000)
    const needles = (await found).map(({ json }) => json.data[0].path + json.data[0].query)
    expect(new Set(needles)).toEqual(new Set(['/customersexternal_id=needle-0', '/customersexternal_id=needle-1']))
  })

  test('still see everything anew after a reset, and hear when their time is over', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    const search = emulator.control('GET', '/requests?wait=30s&q=needle')
    await pro.get('/customers')
    await emulator.control('POST', '/reset', {})
    await pro.get('/customers?name=needle')
    expect((await search).json.data).toHaveLength(1)
    expect((await emulator.control('GET', '/requests?wait=20ms&q=nothing')).json).toEqual({
      data: [],
      next_cursor: null,
    })
  })
})

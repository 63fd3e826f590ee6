import { expect, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'

interface Listed {
  data: { customer_id: number; name: string; tel1: string; external_id: string | null; updated_at: string }[]
  pagination: { total: number }
}

const CUSTOMERS = [
  { name: '佐藤 花子', name_kana: 'サトウ ハナコ', tel1: '+81312340001', external_id: 'crm-2' },
  { name: '阿部 太郎', name_kana: 'アベ タロウ', tel1: '+819012340002', external_id: 'crm-10' },
  { name: 'Zoe Adams', tel1: '+447700900196' },
] as const

async function start() {
  const emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const { project_ids } = (await emulator.control('GET', '/tenants/pro')).json as { project_ids: number[] }
  for (const customer of CUSTOMERS)
    expect((await pro.post('/customers', { project_id: project_ids[0], ...customer })).status).toBe(201)
  const listed = async (query: Readonly<Record<string, string>>) =>
    (await emulator.control('GET', `/tenants/pro/customers?${new URLSearchParams(query)}`)).json as Listed
  const names = async (query: Readonly<Record<string, string>>) => (await listed(query)).data.map(({ name }) => name)
  return { emulator, pro, listed, names }
}

test.for([
  '03-1234-0001',
  '0312340001',
  '+81312340001',
  '+81 (3) 1234-0001',
  '０３−１２３４−０００１',
  '0001',
  '1234-0001',
  '0081-3-1234-0001',
  '010 81 3 1234 0001',
  'crm-2',
  '佐藤花子',
  'サトウ',
  'さとう はなこ',
])(
  'stored customers are found by "%s": a phone number however it is written, or a part of what else tells them apart',
  async text => {
    const { emulator, listed } = await start()
    await using _ = emulator
    const { data, pagination } = await listed({ q: text })
    expect([data.map(({ tel1 }) => tel1), pagination.total]).toEqual([['+81312340001'], 1])
  },
)

test('a search for digits finds the customer with this id, and a 0 at their beginning stands for +81 alone', async () => {
  const { emulator, listed, names } = await start()
  await using _ = emulator
  const [first] = (await listed({})).data
  expect(await names({ q: String(first?.customer_id) })).toContain(first?.name)
  expect(await names({ q: '0447700900196' })).toEqual([])
  expect(await names({ q: '090' })).toEqual(['阿部 太郎', 'Zoe Adams'])
})

test('stored customers come in the order that is asked for: names by their reading, who has no value last', async () => {
  const { emulator, pro, listed, names } = await start()
  await using _ = emulator
  expect(await names({ sort: 'name' })).toEqual(['Zoe Adams', '阿部 太郎', '佐藤 花子'])
  expect(await names({ sort: '-name' })).toEqual(['佐藤 花子', '阿部 太郎', 'Zoe Adams'])
  expect(await names({ sort: 'external_id' })).toEqual(['阿部 太郎', '佐藤 花子', 'Zoe Adams'])
  expect(await names({ sort: '-external_id' })).toEqual(['佐藤 花子', '阿部 太郎', 'Zoe Adams'])
  expect(await names({ sort: '-customer_id' })).toEqual(['Zoe Adams', '阿部 太郎', '佐藤 花子'])
  await emulator.control('POST', '/clock/advance', { by: 'PT1M' })
  const [first] = (await listed({ sort: 'customer_id' })).data
  await pro.put(`/customers/${first?.customer_id}`, { name: '佐藤 華子' })
  expect((await names({ sort: '-updated_at' }))[0]).toBe('佐藤 華子')
})

test('an order that there is not is refused with those that there are, and the API knows neither of the two', async () => {
  const { emulator, pro } = await start()
  await using _ = emulator
  const refused = await emulator.attempt('GET', '/tenants/pro/customers?sort=phone')
  expect(refused.status).toBe(422)
  expect(refused.json.error.message).toContain('tel1, -tel1')
  const { data } = (await pro.get('/customers?q=crm-2&sort=-name')).json as Listed
  expect(data).toHaveLength(CUSTOMERS.length)
})

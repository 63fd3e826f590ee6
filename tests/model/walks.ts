import type { Bench } from './bench.ts'
import type { Changes } from './changes.ts'
import { same, saw, that } from './proof.ts'
import type { Requests } from './requests.ts'
import { DAY, SECOND, START } from './start.ts'
import type { Tenant } from './vocabulary.ts'

/** What takes several requests, each after the answer to the one before. */
export class Walks {
  readonly #bench: Bench
  readonly #requests: Requests
  readonly #changes: Changes

  constructor(bench: Bench, { requests, changes }: { requests: Requests; changes: Changes }) {
    this.#bench = bench
    this.#requests = requests
    this.#changes = changes
  }

  async wait(tenant: Tenant): Promise<undefined> {
    const held = this.#bench.keys.of(tenant, 'live')
    const ask = async () => {
      const outcome = await this.#bench.subject.ask('GET', '/customers', { key: held.key })
      const expected = this.#bench.model.ask({ tenant, scopes: held.scopes, route: 'listCustomers' })
      if (outcome === 'lost') return { code: 'lost', wait: 0 }
      this.#bench.answers.check(outcome, expected, { tenant, route: 'listCustomers', scopes: held.scopes })
      this.#bench.answers.endCommand()
      return { code: outcome.json.error?.code, wait: Number(outcome.headers['retry-after'] ?? 0) }
    }
    const first = await ask()
    if (first.wait === 0) return
    await this.#changes.advance(first.wait * SECOND)
    const second = await ask()
    that('I7', second.code !== first.code, () => `${first.code} again after ${first.wait} s`)
    saw('waited retry_after and was admitted', second.code === undefined)
  }

  async pages(tenant: Tenant): Promise<undefined> {
    const ids: number[] = []
    for (let page = 1; ; page++) {
      const reply = await this.#requests.ask(tenant, this.#bench.keys.of(tenant, 'live'), {
        ...{ route: 'listCustomers', method: 'GET', path: `/customers?page=${page}` },
        verify: reply => this.#bench.askings.checkCustomerPage(tenant, reply, page),
      })
      if (reply === undefined) return
      ids.push(...reply.json.data.map((row: { customer_id: number }) => row.customer_id))
      saw('a second page', page > 1)
      if (page >= reply.json.pagination.last_page) break
    }
    same(
      'I16',
      ids,
      tenant.customers.map(customer => customer.id),
      'all pages together',
    )
  }

  async reports(tenant: Tenant): Promise<undefined> {
    const held = this.#bench.keys.of(tenant, 'live')
    const days = Math.min(31, Math.ceil((this.#bench.model.now - START) / DAY) + 1)
    const get = (route: 'listCalls' | 'summary' | 'reportUsers' | 'reportCalls', ago: number, days: number) =>
      this.#requests.ask(tenant, held, this.#bench.askings.range(tenant, { route, ago, days }))
    const [whole, calls, users, records] = [
      await get('summary', days - 1, days),
      await get('listCalls', days - 1, days),
      await get('reportUsers', days - 1, days),
      await get('reportCalls', days - 1, days),
    ]
    if (whole === undefined || calls === undefined || users === undefined || records === undefined) return
    const sum = (rows: Record<string, number>[], name: string) =>
      rows.reduce((total, row) => total + (row[name] ?? 0), 0)
    const { totals, periods } = whole.json.data
    const total = calls.json.pagination.total
    same('I34', totals.total_calls, total, 'summary and list')
    same('I34', sum(users.json.data, 'call_count'), total, 'users')
    same('I34', sum(periods, 'total_calls'), total, 'periods')
    if (records.json.pagination.last_page === 1) same('I34', sum(records.json.data, 'call_count'), total, 'records')
    if (days === 1) return
    const [early, late] = [await get('summary', days - 1, days - 1), await get('summary', 0, 1)]
    if (early === undefined || late === undefined) return
    same('I34', early.json.data.totals.total_calls + late.json.data.totals.total_calls, total, 'two ranges together')
  }
}

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Emulator } from '../../../server/emulator.ts'
import { load } from '../processes.ts'
import { type Figure, type Row, round } from '../row.ts'

const EXCHANGES = 100_000
const WARMED = 20_000

/**
 * What is kept of a hundred thousand exchanges beside the journal, whose rows are in SQLite's own memory: how each left, and what the rules
 * remember of it. Each asks for something else, so that rules tell them apart.
 */
export const facts: Row = {
  name: 'facts',
  run: async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    await using emulator = await Emulator.start({ port: 0, dashboard: false })
    const { runtime } = emulator.defaultWorld
    const { limits, tenants } = runtime.services
    const tenant = tenants.byId(tenants.bySlug('max')?.tenant_id ?? 0)
    const key = tenants.keysOf(tenant.tenant_id).find(row => row.label === 'live')?.plaintext
    const freely = setInterval(() => {
      const now = runtime.kernel.catchUp()
      for (const kind of ['minute', 'burst', 'day'] as const) limits.set(tenant, kind, 0, now)
    }, 5)
    const exchange = async (until: number) => {
      while (runtime.exchanges.last < until)
        await load({
          port: emulator.port,
          method: 'GET',
          path: '/api/v1/customers?external_id={n}',
          headers: { Authorization: `Bearer ${key}`, 'User-Agent': 'bench' },
          seconds: 1,
          connections: 8,
        })
    }
    const megabytes = async () => {
      for (let times = 0; times < 3; times++) {
        collect()
        await new Promise(resolve => setTimeout(resolve, 200))
      }
      const { heapUsed, external } = process.memoryUsage()
      return (heapUsed + external) / 2 ** 20
    }
    // What is made once, such as compiled code, is no fact.
    await exchange(WARMED)
    const before = await megabytes()
    await exchange(WARMED + EXCHANGES)
    const more = (await megabytes()) - before
    clearInterval(freely)
    const figure: Figure = {
      row: 'facts of 100,000 exchanges: how each left, and what rules on clients remember',
      figure: `${round(more, 1)} MB`,
      goal: '≤ 8 MB',
      reached: more <= 8,
      details: { before, more, exchanges: runtime.exchanges.last },
    }
    return [figure]
  },
}

import { hashKey } from '../../../server/domain/tenants/tenants.ts'
import { Emulator } from '../../../server/emulator.ts'
import { packHeaders, packTrace, unpackTrace } from '../../../server/journal/packing.ts'
import { answer } from '../../../server/turn/turn.ts'
import { type Figure, median, type Row, round } from '../row.ts'

const TURNS = 20_000

/** What one request costs inside, and how much of it the journal and the trace are. */
export const turn: Row = {
  name: 'turn',
  run: async ({ rounds }) => {
    await using emulator = await Emulator.start({
      port: 0,
      dashboard: false,
      clock: Date.parse('2026-03-10T03:00:00Z'),
    })
    const world = emulator.defaultWorld
    const { services, exchanges, store } = world.runtime
    const max = services.tenants.bySlug('max')
    const key = services.tenants.keysOf(max?.tenant_id ?? 0)[0]
    const [customer] = services.customers.list(max?.tenant_id ?? 0, {}, 1).rows
    const request = {
      method: 'GET',
      path: `/customers/${customer?.customer_id}`,
      query: '',
      headers: [
        ['Host', '127.0.0.1:4010'],
        ['Authorization', `Bearer ${key?.masked}`],
        ['Accept', '*/*'],
      ] as const,
      body: null,
      keyHash: hashKey(key?.plaintext ?? ''),
      origin: 'client' as const,
      readBody: () => ({ value: undefined }),
    }
    const turns = () =>
      microseconds(TURNS, index => {
        if (index % 300 === 0)
          for (const kind of ['minute', 'burst', 'day'] as const)
            services.limits.set(
              { tenant_id: max?.tenant_id ?? 0, plan: 'max' },
              kind,
              0,
              world.runtime.kernel.catchUp(),
            )
        void answer(world.runtime, request, 0)
        // As for a client that waits for each answer: nobody shares the commit.
        world.runtime.store.endBatch()
      })
    turns()
    const whole = median(Array.from({ length: rounds }, turns))
    const [last] = exchanges.list({}, { limit: 1 })
    if (last === undefined) throw new Error('The journal is empty.')
    const trace = unpackTrace(last.trace)
    const journal = median(
      Array.from({ length: rounds }, () =>
        microseconds(TURNS, () => {
          const seq = exchanges.next().seq
          store.transaction(() => exchanges.record({ ...last, seq }))
        }),
      ),
    )
    const packing = median(
      Array.from({ length: rounds }, () =>
        microseconds(TURNS, () => {
          packTrace(trace)
          packHeaders(request.headers)
        }),
      ),
    )
    const figure: Figure = {
      row: 'of a turn of GET /customers/{id}: journal, trace',
      figure: `${round(whole, 1)} µs of CPU a turn; writing the exchange ${round(journal, 1)} µs, packing trace and headers ${round(packing, 1)} µs`,
      goal: 'shown',
      reached: null,
      details: { whole, journal, packing },
    }
    return [figure]
  },
}

/** CPU time of one run, so that another process on the machine does not count. */
function microseconds(times: number, work: (index: number) => void): number {
  const before = process.cpuUsage()
  for (let index = 0; index < times; index++) work(index)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

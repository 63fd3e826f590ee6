import { load, residentMegabytes, startRingback } from '../processes.ts'
import type { Figure, Row } from '../row.ts'

const EXCHANGES = 100_000

/** Resident memory once the journal holds a hundred thousand exchanges, bodies and traces included. */
export const memory: Row = {
  name: 'memory',
  run: async () => {
    await using server = await startRingback({ fixture: 'standard' })
    const { port, key, customer_id } = server.ready
    const before = residentMegabytes(server.child.pid)
    let answered = 0
    while (answered < EXCHANGES) {
      const { perSecond } = await load({
        port,
        method: 'GET',
        path: `/api/v1/customers/${customer_id}`,
        headers: { Authorization: `Bearer ${key}`, Accept: '*/*', 'User-Agent': 'bench' },
        seconds: 2,
        connections: 16,
      })
      answered += perSecond * 2
    }
    const after = residentMegabytes(server.child.pid)
    const figure: Figure = {
      row: 'memory after 100,000 exchanges',
      figure: `${Math.round(after)} MB`,
      goal: '≤ 220 MB',
      reached: after <= 220,
      details: { before, after, answered },
    }
    return [figure]
  },
}

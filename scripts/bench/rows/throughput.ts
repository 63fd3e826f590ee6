import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, startRingback, startServer } from '../processes.ts'
import { type Figure, median, type Row, round } from '../row.ts'

const CONNECTIONS = 32

/** Requests a second as a share of a bare Koa point read, round by round in turns, so that a machine that drifts drifts for both. */
export const throughput: Row = {
  name: 'throughput',
  run: async ({ rounds, seconds }) => {
    const folder = mkdtempSync(join(tmpdir(), 'ringback-bench-'))
    try {
      await using bare = await startServer('servers/bare-koa.ts')
      await using memory = await startRingback({ fixture: 'standard' })
      await using file = await startRingback({ fixture: 'standard', store: folder })
      const bearer = ({ ready }: typeof memory) => ({ Authorization: `Bearer ${ready.key}` })
      const loads = {
        bare: { port: bare.ready.port, method: 'GET', path: '/api/v1/customers/500' },
        read: {
          port: memory.ready.port,
          method: 'GET',
          path: `/api/v1/customers/${memory.ready.customer_id}`,
          headers: bearer(memory),
        },
        initiate: {
          port: file.ready.port,
          method: 'POST',
          path: '/api/v1/calls/initiate',
          headers: bearer(file),
          body: JSON.stringify({
            phone_number: '03-1234-5678',
            staff_id: file.ready.staff_id,
            project_id: file.ready.project_id,
            external_id: '{n}',
          }),
        },
      }
      for (const each of Object.values(loads)) await load({ ...each, seconds: 1, connections: CONNECTIONS })
      const perSecond: Record<keyof typeof loads, number[]> = { bare: [], read: [], initiate: [] }
      let refused = 0
      for (let index = 0; index < rounds; index++)
        for (const name of Object.keys(loads) as (keyof typeof loads)[]) {
          const result = await load({ ...loads[name], seconds, connections: CONNECTIONS })
          perSecond[name].push(result.perSecond)
          refused += result.refused
        }
      const share = (name: 'read' | 'initiate') =>
        median(perSecond[name].map((value, index) => value / (perSecond.bare[index] ?? Number.NaN)))
      const figure = (row: string, name: 'read' | 'initiate', goal: number): Figure => ({
        row,
        figure: `${round(share(name))} of the bare read (${Math.round(median(perSecond[name])).toLocaleString('en')}/s of ${Math.round(median(perSecond.bare)).toLocaleString('en')}/s)`,
        goal: `≥ ${goal}`,
        reached: share(name) >= goal && refused === 0,
        details: { perSecond, refused, connections: CONNECTIONS },
      })
      return [
        figure('GET /customers/{id}, everything on, memory store', 'read', 0.55),
        figure('POST /calls/initiate, everything on, file store', 'initiate', 0.3),
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

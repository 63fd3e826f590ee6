import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, startRingback, startServer } from '../processes.ts'
import { type Figure, median, type Row, round } from '../row.ts'

const CONNECTIONS = 32

/** Requests a second as a share of what a bare Koa answers, round by round in turns, so that a machine that drifts drifts for both. */
export const throughput: Row = {
  name: 'throughput',
  run: async ({ rounds, seconds }) => {
    const folder = mkdtempSync(join(tmpdir(), 'ringback-bench-'))
    try {
      await using bare = await startServer('servers/bare-koa.ts')
      await using bareFile = await startServer('servers/bare-koa-insert.ts', join(folder, 'bare.db'))
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
        bareInsert: {
          port: bareFile.ready.port,
          method: 'POST',
          path: '/api/v1/calls/initiate',
          body: JSON.stringify({ phone_number: '03-1234-5678', staff_id: 1, project_id: 1, external_id: '{n}' }),
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
      const perSecond: Record<keyof typeof loads, number[]> = { bare: [], read: [], bareInsert: [], initiate: [] }
      let refused = 0
      for (let index = 0; index < rounds; index++)
        for (const name of Object.keys(loads) as (keyof typeof loads)[]) {
          const result = await load({ ...loads[name], seconds, connections: CONNECTIONS })
          perSecond[name].push(result.perSecond)
          refused += result.refused
        }
      const figure = (
        row: string,
        [name, beside]: ['read' | 'initiate', 'bare' | 'bareInsert'],
        goal: number,
      ): Figure => {
        const share = median(perSecond[name].map((value, index) => value / (perSecond[beside][index] ?? Number.NaN)))
        const rate = (of: keyof typeof loads) => `${Math.round(median(perSecond[of])).toLocaleString('en')}/s`
        return {
          row,
          figure: `${round(share)} (${rate(name)} of ${rate(beside)})`,
          goal: `≥ ${goal}`,
          reached: share >= goal && refused === 0,
          details: { perSecond, refused, connections: CONNECTIONS },
        }
      }
      return [
        figure('GET /customers/{id}, everything on, beside a bare Koa that reads one row', ['read', 'bare'], 0.75),
        figure('POST /calls/initiate on a file, everything on, beside the same', ['initiate', 'bare'], 0.25),
        figure(
          'POST /calls/initiate on a file beside a bare Koa that inserts one row and commits to a file once a request',
          ['initiate', 'bareInsert'],
          0.8,
        ),
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

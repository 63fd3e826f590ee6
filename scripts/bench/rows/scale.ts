import { Emulator } from '../../../server/emulator.ts'
import { DAY } from '../../../server/kernel/instant.ts'
import { type Figure, median, type Row, round } from '../row.ts'

const NOW = Date.parse('2026-03-10T03:00:00Z')
const FEW = 10_000
const MANY = 1_000_000
/** Calls of the month that is asked for, in both: the rest of the million lies before it. */
const MONTH = 9_000
const QUERIES = {
  'GET /calls': '/calls?from=2026-02-08&to=2026-03-10',
  'GET /reports/summary': '/reports/summary?from=2026-02-08&to=2026-03-10',
  'GET /reports/calls': '/reports/calls?from=2026-02-08&to=2026-03-10',
  'GET /reports/users': '/reports/users?from=2026-02-08&to=2026-03-10',
} as const

/** The same month asked for among ten thousand calls and among a million; and the first page held against the thousandth. */
export const scale: Row = {
  name: 'scale',
  run: async ({ rounds }) => {
    // Whatever is asked first is asked of code that has not been compiled yet.
    await times(FEW, rounds)
    const few = await times(FEW, rounds)
    const many = await times(MANY, rounds)
    const ratios = Object.keys(QUERIES).map(name => [name, (many[name] ?? 0) / (few[name] ?? 1)] as const)
    const worst = Math.max(...ratios.map(([, ratio]) => ratio))
    const pages = await pageTimes(rounds)
    const figures: Figure[] = [
      {
        row: 'GET /calls and /reports/* of a month among 1,000,000 calls',
        figure: `${round(worst)} × of the same among 10,000 (worst of ${ratios.map(([name, ratio]) => `${name} ${round(ratio)}`).join(', ')})`,
        goal: '≤ 2 ×',
        reached: worst <= 2,
        details: { few, many },
      },
      {
        row: 'page 1,000 of GET /calls',
        figure: `${round(pages.last / pages.first)} × of page 1 (${round(pages.first, 1)} ms)`,
        goal: '≤ 3 ×',
        reached: pages.last / pages.first <= 3,
        details: pages,
      },
    ]
    return figures
  },
}

async function times(calls: number, rounds: number): Promise<Record<string, number>> {
  await using emulator = await Emulator.start({ port: 0, dashboard: false, fixture: 'empty', clock: NOW })
  fill(emulator, { calls, inMonth: MONTH })
  const ask = asker(emulator)
  const found: Record<string, number> = {}
  for (const [name, path] of Object.entries(QUERIES)) found[name] = await ask(path, rounds)
  return found
}

async function pageTimes(rounds: number): Promise<{ first: number; last: number }> {
  await using emulator = await Emulator.start({ port: 0, dashboard: false, fixture: 'empty', clock: NOW })
  fill(emulator, { calls: 60_000, inMonth: 60_000 })
  const ask = asker(emulator)
  return {
    first: await ask(`${QUERIES['GET /calls']}&page=1`, rounds),
    last: await ask(`${QUERIES['GET /calls']}&page=1000`, rounds),
  }
}

function asker(emulator: Emulator) {
  const { tenants } = emulator.defaultWorld.runtime.services
  const max = tenants.bySlug('max')
  const key = tenants.keysOf(max?.tenant_id ?? 0).find(row => row.label === 'live')?.plaintext
  return async (path: string, rounds: number) => {
    const found: number[] = []
    for (let index = 0; index <= rounds * 2; index++) {
      const begun = performance.now()
      const response = await fetch(`${emulator.url}/api/v1${path}`, { headers: { Authorization: `Bearer ${key}` } })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`)
      if (index > 0) found.push(performance.now() - begun)
    }
    return median(found)
  }
}

function fill(emulator: Emulator, { calls, inMonth }: { calls: number; inMonth: number }): void {
  const { services, store } = emulator.defaultWorld.runtime
  const max = services.tenants.bySlug('max')
  const tenant_id = max?.tenant_id ?? 0
  const staff = services.tenants.staffOf(tenant_id).map(row => row.staff_id)
  const [project] = services.tenants.projectsOf(tenant_id)
  const statuses = ['connected', 'no_answer', 'busy'] as const
  const insert = store.db.prepare(
    `INSERT INTO calls (call_id, tenant_id, call_type, status, phone_number, staff_id, project_id, mode, origin, initiated_at,
     started_at, connected_at, ended_at, duration_seconds) VALUES (?, ?, 'outbound', ?, '03-1234-5678', ?, ?, 'live', 'fixture', ?, ?, ?, ?, 60)`,
  )
  store.transaction(() => {
    for (let index = 0; index < calls; index++) {
      const inside = index < inMonth
      const at = inside
        ? NOW - 30 * DAY + (index * 30 * DAY) / inMonth
        : NOW - 31 * DAY - ((index - inMonth) * 140 * DAY) / calls
      const started = Math.floor(at)
      const status = statuses[index % 3] ?? 'busy'
      insert.run(
        `call_bench${index}`,
        tenant_id,
        status,
        staff[index % staff.length],
        project?.project_id,
        started,
        started,
        status === 'connected' ? started : null,
        started + 60_000,
      )
    }
  })
}

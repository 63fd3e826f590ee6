import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Emulator } from '../../../server/emulator.ts'
import { load } from '../processes.ts'
import { type Figure, type Row, round } from '../row.ts'

/** How long anything else waits while bulks of 500 customers come in beside ordinary requests. */
export const eventLoop: Row = {
  name: 'event-loop',
  run: async ({ seconds }) => {
    await using emulator = await Emulator.start({ port: 0, dashboard: false })
    const { services, kernel } = emulator.defaultWorld.runtime
    const tenant = services.tenants.byId(services.tenants.bySlug('max')?.tenant_id ?? 0)
    const { tenant_id } = tenant
    const key = services.tenants.keysOf(tenant_id).find(row => row.label === 'live')?.plaintext
    const project_id = services.tenants.projectsOf(tenant_id)[0]?.project_id
    const headers = { Authorization: `Bearer ${key}` }
    const freely = setInterval(() => {
      for (const kind of ['minute', 'burst', 'day'] as const) services.limits.set(tenant, kind, 0, kernel.catchUp())
    }, 5)
    const customers = Array.from({ length: 500 }, (_, index) => ({
      project_id,
      name: `客 ${index}`,
      tel1: '+819012345678',
    }))
    const bulk = JSON.stringify({ customers })
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const reading = load({
      port: emulator.port,
      method: 'GET',
      path: '/api/v1/customers',
      headers,
      seconds,
      connections: 1,
    })
    const until = performance.now() + seconds * 1_000
    let bulks = 0
    while (performance.now() < until) {
      const response = await fetch(`${emulator.url}/api/v1/customers/bulk`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: bulk,
      })
      await response.arrayBuffer()
      if (response.status === 201) bulks++
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    const beside = await reading
    delay.disable()
    clearInterval(freely)
    const p99 = delay.percentile(99) / 1e6
    const figure: Figure = {
      row: 'event-loop delay while bulks of 500 come in beside reads',
      figure: `p99 ${round(p99, 1)} ms (${bulks} bulks, ${Math.round(beside.perSecond)} reads/s)`,
      goal: 'p99 ≤ 50 ms',
      reached: p99 <= 50,
      details: { p99, max: delay.max / 1e6, bulks, beside },
    }
    return [figure]
  },
}

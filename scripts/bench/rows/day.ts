import { Emulator } from '../../../server/emulator.ts'
import { DAY, SECOND } from '../../../server/kernel/instant.ts'
import { type Figure, median, type Row, round } from '../row.ts'

const CALLS = 10_000
const MIDNIGHT = Date.parse('2026-03-09T15:00:00Z')

/** A day of the emulated service in one jump, and thirty in which nothing happens. */
export const day: Row = {
  name: 'day',
  run: async ({ rounds }) => {
    const busy: number[] = []
    const idle: number[] = []
    for (let index = 0; index < rounds; index++) {
      await using emulator = await Emulator.start({ port: 0, dashboard: false, fixture: 'empty', clock: MIDNIGHT })
      const { runtime } = emulator.defaultWorld
      const before = performance.now()
      await runtime.kernel.advance(now => now + 30 * DAY)
      idle.push(performance.now() - before)
      placeCalls(emulator)
      const begun = performance.now()
      await runtime.kernel.advance(now => now + DAY)
      busy.push((performance.now() - begun) / SECOND)
      const { store } = runtime
      const delivered = store.all(
        store.query.selectFrom('deliveries').select('status').where('status', '=', 'delivered'),
      )
      if (delivered.length !== CALLS) throw new Error(`Only ${delivered.length} of ${CALLS} deliveries arrived.`)
    }
    const figures: Figure[] = [
      {
        row: 'an emulated day with 10,000 calls and 10,000 deliveries into the inbox',
        figure: `${round(median(busy), 1)} s`,
        goal: '≤ 4 s',
        reached: median(busy) <= 4,
        details: { busy },
      },
      {
        row: '30 idle days',
        figure: `${round(median(idle), 1)} ms`,
        goal: '≤ 20 ms',
        reached: median(idle) <= 20,
        details: { idle },
      },
    ]
    return figures
  },
}

function placeCalls(emulator: Emulator): void {
  const { services, store, kernel } = emulator.defaultWorld.runtime
  const max = services.tenants.bySlug('max')
  const tenant_id = max?.tenant_id ?? 0
  const [staff] = services.tenants.staffOf(tenant_id)
  const [project] = services.tenants.projectsOf(tenant_id)
  const now = kernel.catchUp()
  store.transaction(() => {
    services.webhooks.create(
      tenant_id,
      { url: 'https://inbox.ringback.test/bench', events: ['call.completed', 'call.missed'] },
      now,
    )
    for (let index = 0; index < CALLS; index++)
      services.calls.place(
        {
          tenant_id,
          tenant: 'max',
          call_type: 'outbound',
          phone_number: '03-1234-5678',
          staff_id: staff?.staff_id ?? 0,
          project_id: project?.project_id ?? 0,
          external_id: null,
          metadata: undefined,
          mode: 'live',
          origin: 'control',
          request_id: null,
          script: [
            { after: index * 8 * SECOND, to: 'ringing' },
            { after: 8 * SECOND, to: 'connected' },
            { after: 60 * SECOND, to: 'ended' },
          ],
        },
        now,
      )
  })
}

import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Emulator } from '../../../server/emulator.ts'
import { createAuthority } from '../../../tests/support/tls.ts'
import { type Figure, median, type Row } from '../row.ts'

const EVENTS = 2_000
const WEBHOOKS = 16

/** Events to a receiver on loopback that speaks TLS: signed, sent, recorded. */
export const deliveries: Row = {
  name: 'deliveries',
  run: async ({ rounds }) => {
    const authority = createAuthority()
    const { key, cert } = authority.issue({ names: ['localhost', '127.0.0.1'] })
    let received = 0
    const receiver = createServer({ key, cert }, (request, response) => {
      request.resume()
      request.on('end', () => {
        received++
        response.end()
      })
    })
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    const rates: number[] = []
    for (let index = 0; index < rounds; index++) {
      await using emulator = await Emulator.start({
        port: 0,
        dashboard: false,
        fixture: 'empty',
        clock: Date.parse('2026-03-10T03:00:00Z'),
        ca: authority.cert,
      })
      received = 0
      const { services, store, kernel } = emulator.defaultWorld.runtime
      const max = services.tenants.bySlug('max')
      if (max === undefined) throw new Error('The fixture has no tenant max.')
      const { sampleData } = await import('../../../server/domain/webhooks/sample.ts')
      store.transaction(() => {
        for (let webhook = 0; webhook < WEBHOOKS; webhook++)
          services.webhooks.create(
            max.tenant_id,
            { url: `https://localhost:${port}/${webhook}`, events: ['call.completed'] },
            kernel.catchUp(),
          )
        for (let event = 0; event < EVENTS / WEBHOOKS; event++)
          services.events.occur(
            {
              tenant: max,
              kind: 'call.completed',
              call_id: null,
              data: sampleData(services, { tenant_id: max.tenant_id, kind: 'call.completed', now: kernel.catchUp() }),
              origin: 'trigger',
              request_id: null,
            },
            kernel.catchUp(),
          )
      })
      const begun = performance.now()
      await kernel.advance(now => now)
      rates.push((received / (performance.now() - begun)) * 1_000)
      if (received !== EVENTS) throw new Error(`Only ${received} of ${EVENTS} deliveries arrived.`)
    }
    receiver.close()
    receiver.closeAllConnections()
    const figure: Figure = {
      row: 'deliveries to a loopback HTTPS receiver in the same process, signed and recorded',
      figure: `${Math.round(median(rates)).toLocaleString('en')}/s`,
      goal: '≥ 1,500/s',
      reached: median(rates) >= 1_500,
      details: { rates },
    }
    return [figure]
  },
}

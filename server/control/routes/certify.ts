import { certifyReceiver } from '../../domain/webhooks/certification/certify-receiver.ts'
import type { Randomness } from '../../kernel/random.ts'
import type { World } from '../../world.ts'
import { change } from '../change.ts'
import { invalid } from '../control-error.ts'
import type { CertifyBody, CertifyResult } from '../protocol.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

/** A receiver under development speaks http, and whoever certifies it has named it here. */
const ALLOWANCE = { httpOnLoopback: true }

export const certifyRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'POST',
    path: '/certify',
    summary: 'Run the catalogue of genuine and forged deliveries against a receiver',
    answers: 'CertifyResult',
    body: {
      type: 'object',
      required: ['url', 'secret'],
      additionalProperties: false,
      properties: {
        url: { type: 'string', minLength: 1, maxLength: 2_048 },
        secret: { type: 'string', minLength: 1, maxLength: 1_000 },
      },
    },
    handle: async ({ world, body, ctx, emulator }: WorldCall<CertifyBody>): Promise<CertifyResult> => {
      const { url, secret } = body
      const { courier, services, kernel, signal } = world.life
      const destination = courier.destinationOf(url, ALLOWANCE)
      if (destination.kind === 'refused') throw invalid(destination.message)
      const left = new AbortController()
      ctx.res.once('close', () => left.abort())
      const ending = AbortSignal.any([signal, emulator.closing, left.signal])
      const { total_seconds: totalSeconds } = services.register.values['webhooks.timeout']
      return certifyReceiver({
        url,
        secret,
        send: request =>
          courier.send({ ...request, headers: { ...request.headers }, delivery_id: '' }, ending, ALLOWANCE),
        random: randomOfRun(world),
        now: kernel.now(),
        totalSeconds,
      })
    },
  },
]

/** Runs are numbered, so that each has delivery ids of its own and a world's runs can still be repeated. */
function randomOfRun(world: World): Randomness {
  const run = change(world, ({ store }) => {
    const { query } = store
    const last = store.get(query.selectFrom('meta').select('value').where('name', '=', 'certifications'))
    const value = String(Number(last?.value ?? 0) + 1)
    store.run(
      query
        .insertInto('meta')
        .values({ name: 'certifications', value })
        .onConflict(conflict => conflict.column('name').doUpdateSet({ value })),
    )
    return value
  })
  return world.life.services.random.below(`certify:${run}`)
}

import type { CertifyResult } from '../../contract/certification.ts'
import { objectOf } from '../../contract/control-bodies.ts'
import { SECOND, toIso } from '../../kernel/instant.ts'
import type { Randomness } from '../../kernel/random.ts'
import { META, nextNumber } from '../../store/meta.ts'
import { certifyReceiver } from '../../workshop/certification/certify-receiver.ts'
import type { World } from '../../world/world.ts'
import { change } from '../change.ts'
import { invalid } from '../control-error.ts'
import type { CertifyBody } from '../protocol/certification.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

/** A receiver under development speaks http, and whoever certifies it has named its address here. */
const ALLOWANCE = { httpOnLoopback: true }

/** What the judge is told of a forgery, beside how the receiver answered it. */
const OF_NO_WEBHOOK = {
  kind: 'attempt',
  delivery_id: '',
  event_id: '',
  webhook_id: 0,
  tenant: '',
  event: '',
  call: null,
  attempt: 1,
  repeat: false,
} as const

export const certifyRoutes: readonly WorldRoute[] = [
  {
    method: 'POST',
    path: '/certify',
    summary: 'Certify a receiver with a catalogue of genuine and forged deliveries',
    answers: 'CertifyResult',
    body: objectOf(
      {
        url: { type: 'string', minLength: 1, maxLength: 2_048 },
        secret: { type: 'string', minLength: 1, maxLength: 1_000 },
        effects_url: {
          type: 'string',
          minLength: 1,
          maxLength: 2_048,
          description: 'URL that answers GET with a whole number: how often the receiver has done its work so far',
        },
      },
      ['url', 'secret'],
    ),
    handle: async ({ world, body, ctx, emulator }: WorldCall<CertifyBody>): Promise<CertifyResult> => {
      const { url, secret, effects_url } = body
      const { courier, services, kernel, signal, witness } = world.runtime
      const destination = courier.destinationOf(url, ALLOWANCE)
      if (destination.kind === 'refused') throw invalid(destination.message)
      const probed = effects_url === undefined ? undefined : courier.destinationOf(effects_url, ALLOWANCE)
      if (probed?.kind === 'refused') throw invalid(`effects_url: ${probed.message}`)
      const left = new AbortController()
      ctx.res.once('close', () => left.abort())
      const ending = AbortSignal.any([signal, emulator.closing, left.signal])
      const { total_seconds: totalSeconds } = services.register.values['webhooks.timeout']
      const began = kernel.catchUp()
      const certification = await certifyReceiver({
        url,
        secret,
        send: async ({ forged, ...request }) => {
          const began = witness.now()
          const outgoing = { ...request, headers: { ...request.headers }, delivery_id: '' }
          const answer = await courier.send(outgoing, ending, ALLOWANCE)
          if (forged !== undefined && !ending.aborted) {
            const { status_code: status, error, target } = answer
            const timeout_ms = totalSeconds * SECOND
            witness.attempted({
              ...OF_NO_WEBHOOK,
              url,
              target,
              forged,
              began,
              ended: witness.now(),
              status,
              error,
              timeout_ms,
            })
          }
          return answer
        },
        effects: effects_url === undefined ? undefined : courier.effectsAt(effects_url, ending, ALLOWANCE),
        random: randomOfRun(world),
        now: began,
        spelling: services.register.values['webhooks.payload_bytes'],
        totalSeconds,
      })
      const real_at = toIso(world.hostNow())
      // What broke off says nothing of the receiver.
      if (ending.aborted) return { ...certification, at: toIso(began), real_at }
      return change(world, ({ actions }, now) => {
        actions.note('certification', now, { ...certification, real_at })
        return { ...certification, at: toIso(now), real_at }
      })
    },
  },
]

/** Runs are numbered, so that each has its own delivery ids and the runs of a world can still be repeated. */
function randomOfRun(world: World): Randomness {
  const run = change(world, ({ store }) => nextNumber(store, META.certifications))
  return world.runtime.services.random.below(`certify:${run}`)
}

import type { Json } from '../../../contract/assumption-entry.ts'
import { DELIVERY_HEADERS, EVENT_KINDS, SIGNATURE_PREFIX } from '../../../contract/events.ts'
import type { Instant } from '../../../kernel/instant.ts'
import { MINUTE } from '../../../kernel/instant.ts'
import type { Randomness } from '../../../kernel/random.ts'
import { type JsonStyle, writeJson } from '../doctor/json-styles.ts'
import { signBody } from '../signature.ts'
import { type DeliveryMaker, longTranscript, type SampleDelivery, wrongSecret } from './sample-deliveries.ts'

/** `accepted`: a 2xx (assumption `webhooks.success`). `accepted_in_time`: that, within the total timeout. `refused`: a 4xx. */
export type Wanted = 'accepted' | 'accepted_in_time' | 'refused'

export interface Shot extends SampleDelivery {
  readonly wanted: Wanted
}

export interface CaseContext {
  readonly genuine: DeliveryMaker
  readonly random: Randomness
  /** When the events of the case happen. */
  readonly at: Instant
}

export interface CertificationCase {
  readonly title: string
  /** What the receiver has to answer, for a person. */
  readonly expected: (limits: { totalSeconds: number }) => string
  /** What to change in a receiver that fails. */
  readonly fix: string
  /** Rounds one after another; the deliveries of one round are sent side by side. */
  readonly rounds: (context: CaseContext) => readonly (readonly Shot[])[]
}

const BURST = 10
/** Below the 1 MiB that this emulator itself takes, well above the 100 KB at which common body parsers stop by default. */
const LARGE_PAYLOAD_BYTES = 900_000
const LONG_CALL_SECONDS = 2 * 60 * 60
const UNKNOWN_EVENT = 'call.transferred'
const SPACED: JsonStyle = { writer: 'an intermediary', comma: ', ', colon: ': ' }

const accepted = (delivery: SampleDelivery): Shot => ({ ...delivery, wanted: 'accepted' })
const refused = (delivery: SampleDelivery): Shot => ({ ...delivery, wanted: 'refused' })
const withHeaders = ({ headers, body }: SampleDelivery, changed: Record<string, string>): SampleDelivery => ({
  headers: { ...headers, ...changed },
  body,
})

/**
 * What a receiver must stand, in the order in which it is tried. A receiver is judged by its answers alone: that a duplicate is not
 * worked on twice, or that an older event does not overwrite a newer one, shows only when the receiver answers it with an error.
 */
export const CERTIFICATION_CASES = {
  valid: {
    title: 'A genuine delivery is accepted, also with text outside ASCII',
    expected: () => '2xx',
    fix: 'Verify the raw bytes of the body with the whole secret as the key, and read and store the text as UTF-8.',
    rounds: ({ genuine, at }) => [
      [accepted(genuine({ name: 'valid', occurredAt: at, external_id: '顧客/0042 "至急" 📞 \\ é' }))],
    ],
  },
  duplicate_delivery: {
    title: 'A delivery that comes a second time is accepted again',
    expected: () => '2xx, twice',
    fix: `Remember the values of ${DELIVERY_HEADERS.delivery}; answer 2xx to one that is known, without doing its work again.`,
    rounds: ({ genuine, at }) => {
      const delivery = accepted(genuine({ name: 'duplicate', occurredAt: at }))
      return [[delivery], [delivery]]
    },
  },
  out_of_order: {
    title: 'A completed call is accepted before the missed call that came earlier',
    expected: () => '2xx for both',
    fix: 'Accept events in any order: answer 2xx, and compare occurred_at before newer data is overwritten.',
    rounds: ({ genuine, at }) => [
      [accepted(genuine({ name: 'later', occurredAt: at }))],
      [
        accepted(
          genuine({
            name: 'earlier',
            event: 'call.missed',
            occurredAt: at - MINUTE / 2,
            status: 'no_answer',
            duration_seconds: 0,
          }),
        ),
      ],
    ],
  },
  wrong_secret: {
    title: 'A delivery that is signed with another secret is refused',
    expected: () => '4xx',
    fix: 'Accept only signatures made with the secret of this very webhook, and answer 401 to any other.',
    rounds: ({ genuine, random, at }) => {
      const delivery = genuine({ name: 'wrong-secret', occurredAt: at })
      const forged = signBody({ secret: wrongSecret(random), body: delivery.body })
      return [[refused(withHeaders(delivery, { [DELIVERY_HEADERS.signature]: forged }))]]
    },
  },
  tampered_body: {
    title: 'A changed body under the signature of a genuine delivery is refused',
    expected: () => '2xx for the genuine delivery, then 4xx for the changed one',
    fix: 'Compute the HMAC of each body anew before anything else; a signature that was seen before proves nothing.',
    rounds: ({ genuine, at }) => {
      const original = genuine({ name: 'original', occurredAt: at, external_id: 'certify-original' })
      // Someone who recorded a delivery also changes its id, which is not signed, so as not to pass for a duplicate.
      const { headers } = genuine({ name: 'tampered', occurredAt: at })
      const changed = {
        headers: { ...headers, [DELIVERY_HEADERS.signature]: original.headers[DELIVERY_HEADERS.signature]! },
        body: Buffer.from(original.body.toString('utf8').replaceAll('certify-original', 'certify-tampered')),
      }
      return [[accepted(original)], [refused(changed)]]
    },
  },
  uppercase_digest: {
    // The contract writes the digest in lower case, so nothing genuine looks like this; a receiver that folds case is off the contract.
    title: 'A digest in upper-case hex is refused',
    expected: () => '4xx',
    fix: `Compare the whole header with ${SIGNATURE_PREFIX} and your lower-case hex, byte for byte; do not decode it or change its case.`,
    rounds: ({ genuine, at }) => {
      const delivery = genuine({ name: 'upper-case', occurredAt: at })
      const digest = delivery.headers[DELIVERY_HEADERS.signature]!.slice(SIGNATURE_PREFIX.length)
      const upper = `${SIGNATURE_PREFIX}${digest.toUpperCase()}`
      return [[refused(withHeaders(delivery, { [DELIVERY_HEADERS.signature]: upper }))]]
    },
  },
  missing_header: {
    title: 'A delivery without a signature is refused',
    expected: () => '4xx',
    fix: `Answer 401 when ${DELIVERY_HEADERS.signature} is absent; verification is never optional.`,
    rounds: ({ genuine, at }) => {
      const { headers, body } = genuine({ name: 'unsigned', occurredAt: at })
      const { [DELIVERY_HEADERS.signature]: _signature, ...unsigned } = headers
      return [[refused({ headers: unsigned, body })]]
    },
  },
  reserialized_body: {
    title: 'The same JSON in other bytes than were signed is refused',
    expected: () => '4xx',
    fix: 'Verify the bytes as they arrive, before any parser; not a body that was parsed and written again.',
    rounds: ({ genuine, at }) => {
      const { headers, body } = genuine({ name: 'rewritten', occurredAt: at })
      const payload: Json = JSON.parse(body.toString('utf8'))
      return [[refused({ headers, body: Buffer.from(writeJson(payload, SPACED)) })]]
    },
  },
  slow: {
    title: 'A call of two hours, which invites long work, is answered in time',
    expected: ({ totalSeconds }) => `2xx within ${totalSeconds} s`,
    fix: 'Answer as soon as the delivery is stored, and do the work afterwards from a queue: the sender does not wait for it.',
    rounds: ({ genuine, at }) => [
      [
        {
          ...genuine({ name: 'long-call', occurredAt: at, duration_seconds: LONG_CALL_SECONDS }),
          wanted: 'accepted_in_time',
        },
      ],
    ],
  },
  burst_of_ten: {
    title: 'Ten deliveries at the same moment are all accepted',
    expected: () => '2xx, ten times',
    fix: 'Take deliveries side by side: no lock around the whole request, no rate limit below a burst; queue the work.',
    rounds: ({ genuine, at }) => [
      Array.from({ length: BURST }, (_, index) => accepted(genuine({ name: `burst-${index + 1}`, occurredAt: at }))),
    ],
  },
  unknown_event: {
    title: 'An event kind that does not exist yet is accepted',
    expected: () => '2xx',
    fix: `Answer 2xx to kinds other than ${EVENT_KINDS.join(', ')} and ignore them: the contract does not list all kinds.`,
    rounds: ({ genuine, at }) => [[accepted(genuine({ name: 'unknown-event', event: UNKNOWN_EVENT, occurredAt: at }))]],
  },
  large_payload: {
    title: 'A delivery of 900 KB is accepted',
    expected: () => '2xx',
    fix: "Raise the body limit of web server and parser to 1 MB, for example express.raw({ limit: '1mb' }).",
    rounds: ({ genuine, at }) => [
      [accepted(genuine({ name: 'large', occurredAt: at, more: { transcript: longTranscript(LARGE_PAYLOAD_BYTES) } }))],
    ],
  },
} as const satisfies Record<string, CertificationCase>

export type CertificationCaseId = keyof typeof CERTIFICATION_CASES
export const CERTIFICATION_CASE_IDS = Object.keys(CERTIFICATION_CASES) as CertificationCaseId[]

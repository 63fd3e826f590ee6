import type { Json } from '../../contract/assumption-entry.ts'
import { CERTIFICATION_ASKS } from '../../contract/certification.ts'
import { DELIVERY_HEADERS, EVENT_KINDS, type Forgery, SIGNATURE_PREFIX } from '../../contract/events.ts'
import type { PayloadSpelling } from '../../domain/webhooks/payload-bytes.ts'
import { signBody } from '../../domain/webhooks/signature.ts'
import { type JsonStyle, writeJson } from '../../domain/webhooks/write-json.ts'
import type { Instant } from '../../kernel/instant.ts'
import { MINUTE } from '../../kernel/instant.ts'
import type { Randomness } from '../../kernel/random.ts'
import { JSON_STYLES } from '../doctor/json-styles.ts'
import { type DeliveryMaker, longTranscript, type SampleDelivery, wrongSecret } from './sample-deliveries.ts'

/** `accepted`: a 2xx (assumption `webhooks.success`). `accepted_in_time`: that, within the total timeout. `refused`: a 4xx. `answered`: anything. */
export type Wanted = 'accepted' | 'accepted_in_time' | 'refused' | 'answered'

export interface Shot extends SampleDelivery {
  readonly wanted: Wanted
  /** How it was forged, where a receiver that acknowledges it has not verified at all. */
  readonly forged?: Forgery | undefined
}

interface CaseContext {
  readonly genuine: DeliveryMaker
  readonly random: Randomness
  readonly secret: string
  /** When the events of the case occur. */
  readonly at: Instant
  readonly spelling: PayloadSpelling
}

/** How many deliveries the receiver should have processed. */
export interface Work {
  readonly least: number
  readonly most: number
}

export interface CertificationCase {
  readonly title: string
  /** What the receiver has to answer, in words. */
  readonly expected: (limits: { totalSeconds: number }) => string
  /** How to correct a receiver that fails. */
  readonly fix: string
  /** How often the receiver may work on its deliveries together; only a URL that counts its work can find out. */
  readonly work?: Work
  /** The deliveries of one round are sent at the same time, one round after another. */
  readonly rounds: (context: CaseContext) => readonly (readonly Shot[])[]
}

const BURST = 10
const HALF_A_DIGEST = 32
/** Less than the 1 MiB that this emulator accepts itself, and well above the 100 KB at which common body parsers stop by default. */
const LARGE_PAYLOAD_BYTES = 900_000
const LONG_CALL_SECONDS = 2 * 60 * 60
const UNKNOWN_EVENT = 'call.transferred'
const SPACED: JsonStyle = { comma: ', ', colon: ': ' }
/** Text that some library or other escapes. */
const REWRITTEN_TEXT = `certify-rewritten é/<&>'`

const accepted = (delivery: SampleDelivery): Shot => ({ ...delivery, wanted: 'accepted' })
const refused = (delivery: SampleDelivery): Shot => ({ ...delivery, wanted: 'refused' })
const forged = (as: Forgery, delivery: SampleDelivery): Shot => ({ ...refused(delivery), forged: as })
/** For cases where only the work counts; another case checks the answer. */
const answered = (delivery: SampleDelivery): Shot => ({ ...delivery, wanted: 'answered' })
const withHeaders = ({ headers, body }: SampleDelivery, changed: Record<string, string>): SampleDelivery => ({
  headers: { ...headers, ...changed },
  body,
})

const forgedBy = (random: Randomness, delivery: SampleDelivery): SampleDelivery =>
  withHeaders(delivery, {
    [DELIVERY_HEADERS.signature]: signBody({ secret: wrongSecret(random), body: delivery.body }),
  })

/**
 * What a receiver has to withstand, in the order in which it is tried. A receiver is judged by its answers and, in cases with `work`, by
 * how often it did its work, which a probe finds out. Whether an older event overwrites a newer one shows only when the receiver answers
 * the older one with an error.
 */
export const CERTIFICATION_CASES = {
  valid: {
    title: CERTIFICATION_ASKS.valid.title,
    expected: () => '2xx, twice',
    fix: 'Verify the raw bytes of the body with the whole secret as the key, and read and store the text as UTF-8.',
    rounds: ({ genuine, at }) => [
      [accepted(genuine({ name: 'plain', occurredAt: at }))],
      [accepted(genuine({ name: 'valid', occurredAt: at, external_id: '顧客/0042 "至急" 📞 \\ é' }))],
    ],
  },
  duplicate_delivery: {
    title: CERTIFICATION_ASKS.duplicate_delivery.title,
    expected: () => '2xx, twice',
    fix: `Remember the values of ${DELIVERY_HEADERS.delivery}; answer 2xx to one that is known, without doing its work again.`,
    rounds: ({ genuine, at }) => {
      const delivery = accepted(genuine({ name: 'duplicate', occurredAt: at }))
      return [[delivery], [delivery]]
    },
  },
  duplicate_worked_once: {
    title: CERTIFICATION_ASKS.duplicate_worked_once.title,
    expected: () => 'the work done once',
    fix: `Store the value of ${DELIVERY_HEADERS.delivery} in the transaction that does the work, under a unique key; do no work where it is known.`,
    work: { least: 1, most: 1 },
    rounds: ({ genuine, at }) => {
      const delivery = genuine({ name: 'work-once', occurredAt: at })
      return [[accepted(delivery)], [answered(delivery)]]
    },
  },
  forged_id: {
    title: CERTIFICATION_ASKS.forged_id.title,
    expected: () => '2xx for the genuine delivery, and its work done',
    fix: `Verify first, and remember the value of ${DELIVERY_HEADERS.delivery} only of what is genuine: the header is not signed.`,
    work: { least: 1, most: Number.POSITIVE_INFINITY },
    rounds: ({ genuine, random, at }) => {
      const delivery = genuine({ name: 'id-taken', occurredAt: at })
      return [[answered(forgedBy(random, delivery))], [accepted(delivery)]]
    },
  },
  forged_work: {
    title: CERTIFICATION_ASKS.forged_work.title,
    expected: () => 'no work done',
    fix: 'Verify before anything else: before parsing, storing and queueing, not only before the answer.',
    work: { least: 0, most: 0 },
    rounds: ({ genuine, random, at }) => [
      [answered(forgedBy(random, genuine({ name: 'forged-work', occurredAt: at })))],
    ],
  },
  out_of_order: {
    title: CERTIFICATION_ASKS.out_of_order.title,
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
    title: CERTIFICATION_ASKS.wrong_secret.title,
    expected: () => '4xx',
    fix: 'Accept only signatures made with the secret of this very webhook, and answer 401 to any other.',
    rounds: ({ genuine, random, at }) => {
      return [[forged('wrong_secret', forgedBy(random, genuine({ name: 'wrong-secret', occurredAt: at })))]]
    },
  },
  tampered_body: {
    title: CERTIFICATION_ASKS.tampered_body.title,
    expected: () => '2xx for the genuine delivery, then 4xx for the changed one',
    fix: 'Compute the HMAC of each body anew before anything else; a signature that was seen before proves nothing.',
    rounds: ({ genuine, at }) => {
      const original = genuine({ name: 'original', occurredAt: at, external_id: 'certify-original' })
      // Whoever recorded a delivery would also change its id, which is not signed, so that it does not look like a duplicate.
      const { headers } = genuine({ name: 'tampered', occurredAt: at })
      const changed = {
        headers: { ...headers, [DELIVERY_HEADERS.signature]: original.headers[DELIVERY_HEADERS.signature]! },
        body: Buffer.from(original.body.toString('utf8').replaceAll('certify-original', 'certify-tampered')),
      }
      return [[accepted(original)], [forged('tampered', changed)]]
    },
  },
  uppercase_digest: {
    // The contract writes the digest in lower case, so nothing genuine looks like this. A receiver that ignores case departs from the
    // contract.
    title: CERTIFICATION_ASKS.uppercase_digest.title,
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
    title: CERTIFICATION_ASKS.missing_header.title,
    expected: () => '4xx',
    fix: `Answer 401 when ${DELIVERY_HEADERS.signature} is absent or shorter than it should be: compare lengths first, then every byte.`,
    rounds: ({ genuine, at }) => {
      const { headers, body } = genuine({ name: 'unsigned', occurredAt: at })
      const { [DELIVERY_HEADERS.signature]: _signature, ...unsigned } = headers
      // A comparison that stops at the end of the shorter text takes these for equal to the whole.
      const cut = [0, SIGNATURE_PREFIX.length, SIGNATURE_PREFIX.length + HALF_A_DIGEST].map((length, index) => {
        const delivery = genuine({ name: `cut-${index}`, occurredAt: at })
        const beginning = delivery.headers[DELIVERY_HEADERS.signature]!.slice(0, length)
        return refused(withHeaders(delivery, { [DELIVERY_HEADERS.signature]: beginning }))
      })
      return [[forged('no_header', { headers: unsigned, body }), ...cut]]
    },
  },
  reserialized_body: {
    title: CERTIFICATION_ASKS.reserialized_body.title,
    expected: () => '4xx',
    fix: 'Verify the bytes as they arrive, before any parser; not a body that was parsed and written again.',
    rounds: ({ genuine, secret, at }) => {
      const make = (name: string) => genuine({ name, occurredAt: at, external_id: REWRITTEN_TEXT })
      const { headers, body } = make('rewritten')
      const payload: Json = JSON.parse(body.toString('utf8'))
      const spellings = JSON_STYLES.filter(({ indent }) => indent === undefined).flatMap(style =>
        (['as_given', 'sorted'] as const).map(keys => (value: Json) => writeJson(value, style, keys)),
      )
      // The body of a delivery, signed as a library would write it. Only a receiver that serialises the body again takes this for genuine.
      const rewritten = spellings.flatMap((write, index) => {
        const delivery = make(`rewritten-${index}`)
        const again = Buffer.from(write(JSON.parse(delivery.body.toString('utf8'))))
        if (again.equals(delivery.body)) return []
        return [refused(withHeaders(delivery, { [DELIVERY_HEADERS.signature]: signBody({ secret, body: again }) }))]
      })
      return [[refused({ headers, body: Buffer.from(writeJson(payload, SPACED)) }), ...rewritten]]
    },
  },
  slow: {
    title: CERTIFICATION_ASKS.slow.title,
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
    title: CERTIFICATION_ASKS.burst_of_ten.title,
    expected: () => '2xx, ten times',
    fix: 'Take deliveries side by side: no lock around the whole request, no rate limit below a burst; queue the work.',
    rounds: ({ genuine, at }) => [
      Array.from({ length: BURST }, (_, index) => accepted(genuine({ name: `burst-${index + 1}`, occurredAt: at }))),
    ],
  },
  unknown_event: {
    title: CERTIFICATION_ASKS.unknown_event.title,
    expected: () => '2xx',
    fix: `Answer 2xx to kinds other than ${EVENT_KINDS.join(', ')} and ignore them: the contract does not list all kinds.`,
    rounds: ({ genuine, at }) => [[accepted(genuine({ name: 'unknown-event', event: UNKNOWN_EVENT, occurredAt: at }))]],
  },
  large_payload: {
    title: CERTIFICATION_ASKS.large_payload.title,
    expected: () => '2xx',
    fix: "Raise the body limit of web server and parser to 1 MB, for example express.raw({ limit: '1mb' }).",
    rounds: ({ genuine, at, spelling }) => {
      const transcript = longTranscript(LARGE_PAYLOAD_BYTES, spelling)
      return [[accepted(genuine({ name: 'large', occurredAt: at, more: { transcript } }))]]
    },
  },
} as const satisfies Record<string, CertificationCase>

export type CertificationCaseId = keyof typeof CERTIFICATION_CASES
export const CERTIFICATION_CASE_IDS = Object.keys(CERTIFICATION_CASES) as CertificationCaseId[]

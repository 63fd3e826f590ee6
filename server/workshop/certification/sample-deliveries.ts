import type { Json } from '../../contract/assumption-entry.ts'
import { WEBHOOK_SECRET_PREFIX } from '../../contract/constants.ts'
import { DELIVERY_CONTENT_TYPE, DELIVERY_HEADERS, DELIVERY_USER_AGENT } from '../../contract/events.ts'
import { maskPhoneNumber } from '../../domain/calls/phone-number.ts'
import { minted } from '../../domain/minting.ts'
import { type PayloadSpelling, writePayload } from '../../domain/webhooks/payload-bytes.ts'
import { signBody } from '../../domain/webhooks/signature.ts'
import { type Instant, MINUTE, SECOND, toIso } from '../../kernel/instant.ts'
import type { Randomness } from '../../kernel/random.ts'

export interface SampleDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface SampleEvent {
  /** Names the delivery within a run; another name gives another id. */
  readonly name: string
  /** `call.completed` by default. It may be a kind that does not exist. */
  readonly event?: string
  readonly occurredAt?: Instant
  readonly external_id?: string
  readonly status?: string
  readonly duration_seconds?: number
  /** Fields of `data` besides those of a call in a list. */
  readonly more?: Readonly<Record<string, Json>>
}

/** Makes the genuine deliveries of one run, with the payload and the headers of the contract (assumption `webhooks.payload`). */
export type DeliveryMaker = (event: SampleEvent) => SampleDelivery

const SAMPLE_PHONE_NUMBER = '+815000000000'

export function deliveryMaker({
  secret,
  random,
  now,
  spelling,
}: {
  secret: string
  random: Randomness
  now: Instant
  spelling: PayloadSpelling
}): DeliveryMaker {
  return sample => {
    const { name, event = 'call.completed', occurredAt = now, status = 'connected', duration_seconds = 61 } = sample
    const external_id = sample.external_id ?? `certify-${name}`
    const call = {
      call_id: `call_${random.hex(`certify.call:${name}`, 24)}`,
      call_type: 'outbound',
      status,
      phone_number: maskPhoneNumber(SAMPLE_PHONE_NUMBER),
      staff_id: 1,
      project_id: 1,
      started_at: toIso(occurredAt - duration_seconds * SECOND),
      ended_at: toIso(occurredAt),
      duration_seconds,
      external_id,
    }
    const payload = {
      event,
      event_id: `evt_${random.hex(`certify.event:${name}`, 24)}`,
      occurred_at: toIso(occurredAt),
      external_id,
      data: { ...call, ...sample.more },
    }
    const body = writePayload(payload, spelling)
    const headers = {
      [DELIVERY_HEADERS.contentType]: DELIVERY_CONTENT_TYPE,
      [DELIVERY_HEADERS.signature]: signBody({ secret, body }),
      [DELIVERY_HEADERS.event]: event,
      [DELIVERY_HEADERS.delivery]: random.uuid(`certify.delivery:${name}`),
      [DELIVERY_HEADERS.userAgent]: DELIVERY_USER_AGENT,
    }
    return { headers, body }
  }
}

/** Forged deliveries of a run are signed with this: no receiver has a reason to trust it. */
export function wrongSecret(random: Randomness): string {
  return `${WEBHOOK_SECRET_PREFIX}${minted(random, 'certify.wrong_secret')}`
}

/** A conversation of about this many bytes, in ASCII. It is as long as the transcript of a call, whose size the contract does not limit. */
export function longTranscript(bytes: number, spelling: PayloadSpelling): Json {
  const line = (index: number) => ({
    speaker: index % 2 === 0 ? 'staff' : 'customer',
    text: `Line ${index}: thank you for waiting, let me repeat the details of your order so that nothing is missed.`,
    start_seconds: index * 4,
    end_seconds: index * 4 + 3,
  })
  const count = Math.ceil(bytes / (writePayload([line(1_000)], spelling).length + 1))
  return Array.from({ length: count }, (_, index) => line(index))
}

/** The cases are one minute apart, so that only the case about order sends an older event after a newer one. */
export function instantOfCase(now: Instant, index: number, total: number): Instant {
  return now - (total - index) * MINUTE
}

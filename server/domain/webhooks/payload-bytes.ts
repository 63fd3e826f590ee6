import type { Json } from '../../contract/assumption-entry.ts'
import type { AssumptionValues } from '../../contract/assumptions.ts'
import { type JsonStyle, writeJson } from './write-json.ts'

export type PayloadSpelling = AssumptionValues['webhooks.payload_bytes']

/**
 * How a payload is spelled (assumption `webhooks.payload_bytes`). No JSON library writes blanks before a comma and before a closing
 * bracket, so whoever parses a `wide` payload and serialises it again gets other bytes than were signed, however small it is.
 */
const PAYLOAD_STYLES = {
  wide: { colon: ' : ', comma: ' , ', closing: ' ' },
  compact: { colon: ':', comma: ',' },
} as const satisfies Record<PayloadSpelling, JsonStyle>

/** The bytes of a payload. They are written once; these bytes are signed, stored, and sent at every attempt. */
export function writePayload(payload: Json, spelling: PayloadSpelling): Buffer {
  return Buffer.from(writeJson(payload, PAYLOAD_STYLES[spelling]))
}

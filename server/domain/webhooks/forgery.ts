import { createHash } from 'node:crypto'
import type { Forgery } from '../../contract/events.ts'
import { signBody } from './signature.ts'

/** What a forger adds in front of the last bracket of a body that somebody else has signed. */
const ADDED = Buffer.from(',"forged":true}')
const CLOSING = Buffer.from('}')

/** The bytes of a forged delivery, made of those that could have been genuine. */
export const forgedBody = (forgery: Forgery, body: Buffer): Buffer =>
  forgery === 'tampered' ? Buffer.concat([body.subarray(0, -CLOSING.length), ADDED]) : body

/**
 * The bytes of a forged delivery that the webhook's own secret has signed; `undefined` where it has signed none of them.
 */
export const signedOfForgery = (forgery: Forgery, body: Buffer): Buffer | undefined =>
  forgery === 'tampered' ? Buffer.concat([body.subarray(0, -ADDED.length), CLOSING]) : undefined

/**
 * The signature of a forged delivery, `undefined` where there is none. `tampered` has that of the bytes before they were changed, as somebody
 * would who has recorded a delivery.
 */
export function forgedSignature(
  forgery: Forgery,
  { body, secret, delivery_id }: { body: Buffer; secret: string; delivery_id: string },
): string | undefined {
  if (forgery === 'no_header') return undefined
  const signed = signedOfForgery(forgery, body)
  return signed === undefined
    ? signBody({ secret: secretOfForger(delivery_id), body })
    : signBody({ secret, body: signed })
}

/** Nobody's secret, but always the same one for a delivery. */
const secretOfForger = (delivery_id: string): string =>
  `whsec_${createHash('sha256').update(`forger of ${delivery_id}`).digest('hex')}`

import { WEBHOOK_SECRET_PREFIX } from '../../../server/contract/constants.ts'
import type { Piece } from './difference.ts'

/** In the place of what nobody who looks on may see: of no secret more than what all of them begin with. */
const HIDDEN = '•'.repeat(8)
export const HIDDEN_SECRET = `${WEBHOOK_SECRET_PREFIX}${HIDDEN}`

/** What tells the secret that is here from the one that the delivery was signed with. */
export interface SecretDifference {
  is: 'without_prefix' | 'ends_with' | 'begins_with' | 'spaced' | 'quoted' | 'api_key' | 'other'
  signed: Piece
  received: Piece
  /** What stands before and after the same secret. */
  around: string
}

const piece = (before: string, changed: string, after = ''): Piece => ({ before, changed, cut: 0, after })
const AROUND = /^[\s\ufeff'"]*$/

/** Nothing of either secret is in it. Nothing where they are the same. Pure. */
export function secretDifference(genuine: string, given: string): SecretDifference | undefined {
  if (genuine === given) return undefined
  const whole = piece(HIDDEN_SECRET, '')
  if (genuine === WEBHOOK_SECRET_PREFIX + given)
    return {
      is: 'without_prefix',
      signed: piece('', WEBHOOK_SECRET_PREFIX, HIDDEN),
      received: piece('', '', HIDDEN),
      around: '',
    }
  const at = given.indexOf(genuine)
  const [lead, trail] = [given.slice(0, Math.max(0, at)), given.slice(at + genuine.length)]
  if (genuine !== '' && at >= 0 && AROUND.test(lead + trail)) {
    const around = lead + trail
    if (/['"]/.test(around))
      return { is: 'quoted', signed: whole, received: piece('', lead + HIDDEN_SECRET + trail), around }
    if (lead === '') return { is: 'ends_with', signed: whole, received: piece(HIDDEN_SECRET, trail), around }
    if (trail === '')
      return {
        is: 'begins_with',
        signed: piece('', '', HIDDEN_SECRET),
        received: piece('', lead, HIDDEN_SECRET),
        around,
      }
    return { is: 'spaced', signed: whole, received: piece('', lead + HIDDEN_SECRET + trail), around }
  }
  const [start = ''] = /^(?:whsec_|svc_(?:live|test)_)/.exec(given) ?? []
  return {
    is: start.startsWith('svc_') ? 'api_key' : 'other',
    signed: whole,
    received: piece('', start + HIDDEN),
    around: '',
  }
}

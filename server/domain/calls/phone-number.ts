import type { AssumptionValues } from '../../contract/assumptions.ts'
import { PHONE_MASK } from '../../contract/constants.ts'
import type { Register } from '../register.ts'

/**
 * A phone number as lists and logs show it: its first three digits, `****`, its last four (contract/README.md#call). Signs are left out.
 * For a number with no more digits than that, `short` says whether they are shown (assumption `calls.short_number_mask`).
 */
export function maskPhoneNumber(
  phone_number: string,
  short: AssumptionValues['calls.short_number_mask'] = 'parts',
): string {
  const digits = phone_number.replace(/[^0-9]/g, '')
  if (short === 'hidden' && isShort(digits)) return PHONE_MASK.mask
  const head = digits.slice(0, PHONE_MASK.head)
  const tail = digits.slice(Math.max(PHONE_MASK.head, digits.length - PHONE_MASK.tail))
  return `${head}${PHONE_MASK.mask}${tail}`
}

export function maskedNumber(phone_number: string, register: Register): string {
  if (!isShort(phone_number.replace(/[^0-9]/g, ''))) return maskPhoneNumber(phone_number)
  return maskPhoneNumber(phone_number, register.get('calls.short_number_mask'))
}

const isShort = (digits: string) => digits.length <= PHONE_MASK.head + PHONE_MASK.tail

import { PHONE_MASK } from '../../contract/constants.ts'

/**
 * A phone number as lists and logs show it: first three digits, `****`, last four digits (spec: Call). Signs are left out, and a number of
 * seven digits or fewer shows the same parts, never more.
 */
export function maskPhoneNumber(phone_number: string): string {
  const digits = phone_number.replace(/[^0-9]/g, '')
  const head = digits.slice(0, PHONE_MASK.head)
  const tail = digits.slice(Math.max(PHONE_MASK.head, digits.length - PHONE_MASK.tail))
  return `${head}${PHONE_MASK.mask}${tail}`
}

import type { Noun } from '../routing/nouns.ts'

/** A phone number, with or without the signs that set its parts apart. */
export const PHONE_NUMBER = /^\+?[\d() -]{8,}$/

/** How the id of the request with a number begins, for `#46` and `46`: its first group is the number, in hexadecimal. */
export function idOfNumber(text: string): string | undefined {
  const number = /^(?:#0*)?([1-9]\d{0,8})$/.exec(text)?.[1]
  return number === undefined ? undefined : `${Number(number).toString(16).padStart(8, '0')}-`
}

const WHOLE: readonly [RegExp, Noun][] = [
  [/^evt_[0-9a-f]{24}$/, 'event'],
  [/^call_[0-9a-z]{20}$/, 'call'],
  [/^key_[0-9a-f]{16}$/, 'key'],
]

/** What an id can only belong to, by its shape; a part of one belongs to nothing that is known. */
export function nounOfWhole(text: string): Noun | undefined {
  return WHOLE.find(([shape]) => shape.test(text))?.[1]
}

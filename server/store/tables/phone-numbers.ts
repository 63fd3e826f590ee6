import { type RawBuilder, sql } from 'kysely'

/** A number as lists show it; what tells two of them apart in an address is more stars. */
export const SHOWN_NUMBER = /^(\d{3})\*{4}(\d{4})\**$/

/** A text without the signs that set the parts of a phone number apart. */
export const withoutSigns = (text: RawBuilder<string>) =>
  [' ', '-', '+', '(', ')'].reduce((bare, sign) => sql<string>`replace(${bare}, ${sql.lit(sign)}, '')`, text)
export const DIGITS = withoutSigns(sql<string>`phone_number`)

/** The digits of a phone number that was typed with or without signs, in Japan and from abroad; none of any other text. */
export function numbersMeant(text: string): string[] {
  const digits = digitsOf(text)
  if (!/^\d{8,}$/.test(digits)) return []
  const dialled = digits.replace(INTERNATIONAL, '')
  return [...new Set([digits, dialled].flatMap(number => [number, ...inOtherForm(number)]))]
}

/** What was typed without the signs that set the parts of a number apart, also in full width as a Japanese keyboard gives them. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/[ ()+‐–—−ー-]/g, '')

/** What is dialled before the number of a country: 00 in most, 010 from Japan. */
export const INTERNATIONAL = /^(?:00|010)(?=[1-9])/

/** Of a number in Japan the one from abroad, and the other way around. */
const inOtherForm = (digits: string): string[] =>
  digits.startsWith('0') ? [`81${digits.slice(1)}`] : digits.startsWith('81') ? [`0${digits.slice(2)}`] : []

/** A number that is stored as in Japan or as from abroad, as from abroad and without signs. */
export function fromAbroad(number: RawBuilder<unknown>): RawBuilder<string> {
  const digits = withoutSigns(sql<string>`${number}`)
  return sql<string>`iif(${digits} LIKE '0%', '81' || substr(${digits}, 2), ${digits})`
}

/** Numbers that lists show as `813****0001`. */
export const isShownAs = (head: string, tail: string) => sql<boolean>`${DIGITS} LIKE ${`${head}%${tail}`}`

/** Fewer digits are in nearly every number. */
const FEWEST_DIGITS = 4

/** Whether a text is digits and the signs between them, and enough of them to tell a number by. */
export function isLikeNumber(text: string): boolean {
  const digits = digitsOf(text)
  return /^\d+$/.test(digits) && digits.length >= FEWEST_DIGITS
}

/** The same of a part of one: from its beginning it may have been dialled in Japan or from abroad. */
function partOfNumber(text: string): RawBuilder<boolean>[] {
  const digits = digitsOf(text)
  if (!isLikeNumber(text) || numbersMeant(text).length > 0) return []
  return [
    sql<boolean>`instr(${DIGITS}, ${digits}) > 0`,
    ...inOtherForm(digits).map(other => sql<boolean>`instr(${DIGITS}, ${other}) = 1`),
  ]
}

/** Whether a text is in the number of a call, as it stands there or with other signs; or is what lists show of it. */
export const isInNumber = (text: string) => {
  const [, head, tail] = SHOWN_NUMBER.exec(text.trim()) ?? []
  if (head !== undefined && tail !== undefined) return isShownAs(head, tail)
  const asWritten = sql<boolean>`instr(lower(phone_number), ${text.toLowerCase()}) > 0`
  const meant = numbersMeant(text).map(digits => sql<boolean>`instr(${DIGITS}, ${digits}) > 0`)
  return sql<boolean>`(${sql.join([asWritten, ...meant, ...partOfNumber(text)], sql` OR `)})`
}

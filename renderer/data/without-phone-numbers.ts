import { PHONE_MASK } from '../../server/contract/constants.ts'
import { FIELD_PROBLEMS } from '../../server/contract/field-problems.ts'

const DIGITS_MIN = 9
/** A plus sign as it may stand in a text or an address. */
const PLUS = String.raw`(?:\+|%(?:25)*2b)`
const START = String.raw`(?<![\w.+-])`
const END = String.raw`(?![\w-])`

/**
 * A phone number wherever it stands in a text: of another country after its plus sign, of Japan with or without its code or with a digit too
 * many, of a Japanese mobile phone as a JSON number, or any that is written in three parts, in full-width characters too. Instants, ids and
 * counts have none of these forms.
 */
const PHONE_NUMBER = new RegExp(
  [
    String.raw`${PLUS}\d(?:[ -]?\d){7,14}(?!\d)`,
    String.raw`${START}0\d(?:-?\d){8,20}${END}`,
    String.raw`${START}81-?\d(?:-?\d){8,9}${END}`,
    String.raw`${START}\d{2,4}-\d{2,4}-\d{4}${END}`,
    String.raw`${START}0\d{1,4} \d{1,4} \d{3,4}${END}`,
    String.raw`\(0\d{1,4}\)[ -]?\d{1,4}[ -]?\d{3,4}${END}`,
    String.raw`${START}[789]0\d{8}${END}`,
    '[+＋]?[０-９](?:[-－‐−ー（）() ]?[０-９]){8,20}',
  ].join('|'),
  'gi',
)

/** The number as lists and logs of the contract show it: `813****0001`. */
function masked(number: string): string {
  const digits = number
    .normalize('NFKC')
    .replace(/%(?:25)*2b/i, '')
    .replace(/\D/g, '')
  if (digits.length < DIGITS_MIN) return number
  return `${digits.slice(0, PHONE_MASK.head)}${PHONE_MASK.mask}${digits.slice(-PHONE_MASK.tail)}`
}

/** What stands in sentences of the contract as an example of how to write a number. */
const EXAMPLES = new Set(
  Object.values<string>(FIELD_PROBLEMS).flatMap(said => said.match(/(?<=\blike )\+?\d[\d-]+/g) ?? []),
)

/** Whether it is the example of such a sentence: the same number elsewhere may be somebody's. */
const isExample = (number: string, index: number, text: string): boolean =>
  EXAMPLES.has(number) && (text.endsWith('like ', index) || text.startsWith(' のように', index + number.length))

const shownNumber = (number: string, index: number, text: string): string =>
  isExample(number, index, text) ? number : masked(number)

/** A text for those who look on: of each phone number in it, no more than lists and logs show. */
export const withoutPhoneNumbers = (text: string): string => text.replace(PHONE_NUMBER, shownNumber)

/** Where phone numbers stand in a text. */
export const phoneNumbersIn = (text: string) =>
  [...text.matchAll(PHONE_NUMBER)]
    .filter(({ 0: number, index }) => shownNumber(number, index, text) !== number)
    .map(({ 0: number, index }) => ({ from: index, to: index + number.length }))

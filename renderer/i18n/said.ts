import type { TFunction } from 'i18next'
import type { Sentence } from '../../server/contract/sentences.ts'
import type { SignatureStep } from '../../server/contract/signature-steps.ts'
import { GOOD_MANNERS, GROUNDS } from '../../server/contract/verdict-sentences/grounds.ts'
import type { VerdictText } from '../../server/contract/verdict-sentences/verdict-text.ts'
import { VERDICT_SENTENCES } from '../../server/contract/verdict-sentences.ts'
import type { ExplanationPart } from '../../server/control/protocol/journal.ts'
import type { SignatureMistake } from '../../server/control/protocol/signatures.ts'

/** A sentence of the emulator with its figures, which the compiler cannot tell one by one: the emulator sends those that it names. */
function said(t: TFunction, key: string, figures: Sentence['figures']): string {
  return (t as (key: string, figures: Sentence['figures']) => string)(key, figures)
}

/** A title that the emulator sends in English with an id, in the language of the page. */
export function titleText(
  t: TFunction,
  of: 'assumptions' | 'certification' | 'transport_errors' | 'writers' | 'raw_bodies',
  { id, title }: { readonly id: string; readonly title: string },
): string {
  // What the emulator sends is no template, so that it is not given as the default.
  const options = { ns: 'titles', keySeparator: '/', nsSeparator: false, defaultValue: '' }
  return (t as unknown as (key: string, given: typeof options) => string)(`${of}/${id}`, options) || title
}

/** What a response means may be several sentences of the contract, for which it joins them. */
const OR = ' Or: '

/** What the OpenAPI file of the contract says of a part of it, in the language of the page; what is not known stays as it is. */
export function contractText(t: TFunction, text: string): string {
  const options = { ns: 'contract', keySeparator: false, nsSeparator: false, defaultValue: '' }
  const one = (sentence: string) =>
    (t as unknown as (key: string, given: typeof options) => string)(sentence, options) || sentence
  return text.split(OR).map(one).join(t('common.or_else'))
}

/** What the emulator says to those at a terminal as well: where that names the switch of the command line, the page has Forwards. */
export const onPage = (text: string): string =>
  text
    .replaceAll('with --forward', 'in Forwards')
    .replaceAll(' (--forward, or Forwards in the dashboard)', ', in Forwards')

/**
 * Why an attempt got no answer. In another language than English it leaves out the figures, so that the error itself has to stand beside it.
 */
export function transportErrorText(t: TFunction, error: string): string {
  const [code = ''] = error.split(':', 1)
  const text = titleText(t, 'transport_errors', { id: code, title: error })
  return text === error ? onPage(error) : `${code}: ${text}`
}

/** The same without the code, where that stands beside it in words. */
export function transportReasonText(t: TFunction, error: string): string {
  const text = transportErrorText(t, error)
  return /^\w+: (.*)$/s.exec(text)?.[1] ?? text
}

/** What an attempt came to, in few words: its status, else why there is none. */
export function outcomeText(
  t: TFunction,
  { status_code, error }: { readonly status_code: number | null; readonly error: string | null },
): string {
  if (status_code !== null) return String(status_code)
  if (error === null) return '–'
  const [code = ''] = error.split(':', 1)
  const options = { keySeparator: '.', nsSeparator: false, defaultValue: '' } as const
  return (t as unknown as (key: string, given: typeof options) => string)(`attempt_errors.${code}`, options) || code
}

/** Why an answer is what it is, in the language of the page. */
export function explanationText(t: TFunction, parts: readonly ExplanationPart[]): string {
  return parts.map(({ id, figures }) => said(t, `explanations.${id}`, figures)).join(t('common.between_sentences'))
}

/** What is wrong with a signature, and what to do about it. */
export function mistakeText(
  t: TFunction,
  { text, figures, detail }: Pick<SignatureMistake, 'text' | 'figures' | 'detail'>,
): { title: string; fix: string } {
  const title = said(t, `signature_mistakes.${text}.title`, figures)
  const fix = said(t, `signature_mistakes.${text}.fix`, figures)
  if (detail === null) return { title, fix }
  const { writer } = detail.figures
  const names = typeof writer === 'string' ? { writer: titleText(t, 'writers', { id: writer, title: writer }) } : {}
  const inBrackets = said(t, `signature_details.${detail.id}`, { ...detail.figures, ...names })
  const brackets = t('common.in_brackets', { text: inBrackets })
  return { title: `${title}${brackets}`, fix }
}

export const stepText = (t: TFunction, { id, figures }: SignatureStep): string =>
  said(t, `signature_steps.${id}`, figures)

/** What was found of a client: a message of the rule with its figures. */
export function findingText(t: TFunction, { id, figures }: Sentence): string {
  const [rule = '', message = ''] = id.split('.')
  return said(t, `verdicts.${rule}.messages.${message}`, figures)
}

/** One of the sentences of drills in another language than English, whose words come with the screen that says them. */
export function drillSentenceIn(
  t: TFunction,
  { id, figures }: Sentence,
  english: Readonly<Record<string, string>> = {},
) {
  const options = {
    ns: 'drill_sentences',
    defaultValue: english[id] ?? '',
    defaultValue_one: english[`${id}_one`],
    defaultValue_other: english[`${id}_other`],
    ...withOwnCommas(t, figures),
  }
  return (t as unknown as (key: string, given: typeof options) => string)(id, options)
}

/** What a sentence lists, such as `GET /customers 503 × 2, GET /calls 503`, comes with the commas of English. */
const withOwnCommas = (t: TFunction, { what, ...figures }: Sentence['figures']): Sentence['figures'] =>
  typeof what === 'string'
    ? { ...figures, what: what.replaceAll(', ', t('client.between')) }
    : { ...figures, ...(what === undefined ? {} : { what }) }

/** What a client does that keeps a rule, or how to mend one that breaks it. */
export const ruleText = (t: TFunction, rule: string, part: 'says' | 'fix'): string =>
  said(t, `verdicts.${rule}.${part}`, {})

/** What decides a case of a rule that is open, where it has such. */
export const openText = (t: TFunction, rule: string): string | undefined => {
  const known = (VERDICT_SENTENCES as Readonly<Record<string, VerdictText>>)[rule]
  return known?.open === undefined ? undefined : said(t, `verdicts.${rule}.open`, {})
}

/** What a rule rests on: a documented sentence, an assumption by its id, or good manners. */
export function groundText(t: TFunction, rests_on: string): string {
  const documented = Object.entries(GROUNDS).find(([, text]) => text === rests_on)
  if (documented !== undefined) return said(t, `verdict_grounds.${documented[0]}`, {})
  return rests_on === GOOD_MANNERS ? t('client.good_manners') : rests_on
}

import type { TFunction } from 'i18next'
import { CONTROL_ERRORS, CONTROL_THINGS } from '../../server/contract/control-errors.ts'
import { FIELD_PROBLEMS, SHOWN_VALUES, VALUE_TYPES } from '../../server/contract/field-problems.ts'
import type { Sentence } from '../../server/contract/sentences.ts'
import { contractText, drillSentenceIn } from './said.ts'

type Figures = { readonly [name: string]: string | number }

const say = (t: TFunction, key: string, figures: Figures = {}) =>
  (t as unknown as (key: string, given: object) => string)(key, { defaultValue: '', ...figures })

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** The longer ones first: a call script is no call. */
const THINGS = Object.values<string>(CONTROL_THINGS)
  .sort((one, other) => other.length - one.length)
  .map(escaped)
  .join('|')

const TYPES = Object.values<string>(VALUE_TYPES).map(escaped).join('|')

/** What stands in a message in the places of a template; `undefined` when the message is none of that template. */
function figuresIn(template: string, message: string): Record<string, string> | undefined {
  const known = new Set<string>()
  const shape = template
    .split(/(\{\{\w+\}\})/)
    .map(part => {
      const name = /^\{\{(\w+)\}\}$/.exec(part)?.[1]
      if (name === undefined) return escaped(part)
      if (known.has(name)) return `\\k<${name}>`
      known.add(name)
      if (name === 'what') return `(?<what>${THINGS})`
      // Of an open shape, it would take in the words of every other sentence that begins with "Must be".
      if (name === 'types') return `(?<types>(?:${TYPES})(?: or (?:${TYPES}))*)`
      return name === 'field' ? '(?<field>[^:]+?)' : `(?<${name}>.*?)`
    })
    .join('')
  const found = new RegExp(`^${shape}$`, 's').exec(message)
  return found ? { ...found.groups } : undefined
}

const keyOf = (table: Readonly<Record<string, string>>, text: string) =>
  Object.keys(table).find(key => table[key] === text)

/** What a figure is called in the language of the page: most are names and numbers. */
function figureText(t: TFunction, name: string, text: string): string | number {
  if (name === 'count') return Number(text)
  if (name === 'problem') return fieldProblemText(t, text)
  if (name === 'what') return say(t, `control_things.${keyOf(CONTROL_THINGS, text)}`) || text
  // A text that a client sent stands in quotes; without them it is what the emulator calls a list or an object.
  if (name === 'value') return say(t, `shown_values.${keyOf(SHOWN_VALUES, text)}`) || text
  if (name !== 'types') return text
  const types = [...text.matchAll(new RegExp(TYPES, 'g'))].map(
    ([type]) => say(t, `value_types.${keyOf(VALUE_TYPES, type)}`) || type,
  )
  return types.join(t('common.or_of_types'))
}

/** One of these sentences of the emulator, found by its template, in the language of the page. */
function saidAs(t: TFunction, templates: [key: string, template: string][], message: string): string | undefined {
  for (const [key, template] of templates) {
    const found = figuresIn(template, message)
    if (found === undefined) continue
    const figures = Object.entries(found).map(([name, text]) => [name, figureText(t, name, text)])
    return say(t, key.replace(/_(one|other)$/, found.count === undefined ? '$&' : ''), Object.fromEntries(figures))
  }
  return undefined
}

/** How much of a template is its own words: `Must be one of {{allowed}}; got …` has more than `Must be {{types}}; got …`. */
const ownWords = (template: string) => template.replaceAll(/\{\{\w+\}\}/g, '').length

/** Those with the most words of their own first: another sentence is not taken for theirs. */
const FIELD_TEMPLATES = Object.entries(FIELD_PROBLEMS)
  .sort(([, one], [, other]) => ownWords(other) - ownWords(one))
  .map(([key, template]): [string, string] => [`field_problems.${key}`, template])

/** What is wrong with a field, in the language of the page; what is not known stays as it is. */
export const fieldProblemText = (t: TFunction, problem: string): string =>
  saidAs(t, FIELD_TEMPLATES, problem) ?? problem

/** Which of these problems it is, and what it says in its places; `undefined` when it is another one. */
export function fieldProblemIn<Key extends keyof typeof FIELD_PROBLEMS>(
  problem: string,
  keys: readonly Key[],
): { key: Key; figures: Readonly<Record<string, string>> } | undefined {
  for (const key of keys) {
    const figures = figuresIn(FIELD_PROBLEMS[key], problem)
    if (figures !== undefined) return { key, figures }
  }
  return undefined
}

/** An error of the emulator, or of the page itself: then it has no code. */
interface Refusal {
  readonly message: string
  readonly code?: string | null | undefined
  /** Of the emulated API, whose codes are those of the contract. */
  readonly isEmulated?: boolean
  readonly status?: number
  readonly details?: unknown
}

export interface RefusalText {
  /** What it is about, in a few words. */
  readonly title: string
  readonly text: string
  /** What the emulator said in English, where the page does not know that sentence. */
  readonly detail?: string
}

const isEnglish = (t: TFunction) => t('control_errors.not_found.title') === CONTROL_ERRORS.not_found.title

/** What went wrong, in the language of the page. */
export function refusalText(t: TFunction, error: Refusal): RefusalText {
  if (error.isEmulated === true) return { title: t('common.failed'), text: emulatedText(t, error) }
  const code = error.code ?? ''
  if (code === 'unreachable' || code === 'broken_off') return { title: t('common.failed'), text: t(`common.${code}`) }
  const row: { title: string; says?: Readonly<Record<string, string>> } | undefined = Object.hasOwn(
    CONTROL_ERRORS,
    code,
  )
    ? CONTROL_ERRORS[code as keyof typeof CONTROL_ERRORS]
    : undefined
  if (row === undefined) return { title: t('common.failed'), text: error.message }
  const title = say(t, `control_errors.${code}.title`)
  if (isEnglish(t)) return { title, text: error.message }
  const templates = Object.entries(row.says ?? {}).map(([key, template]): [string, string] => [
    `control_errors.${code}.says.${key}`,
    template,
  ])
  const known = drillSentenceOf(t, error) ?? saidAs(t, templates, error.message)
  return known === undefined ? { title, text: title, detail: error.message } : { title, text: known }
}

/** Why a drill cannot begin comes as a sentence of its own. */
function drillSentenceOf(t: TFunction, { details }: Refusal): string | undefined {
  const sentence = (details as { sentence?: Sentence } | null | undefined)?.sentence
  return sentence === undefined ? undefined : drillSentenceIn(t, sentence)
}

/** `422 validation_error: The request has invalid values. tel1: Is required.` */
function emulatedText(t: TFunction, { status, code, message, details }: Refusal): string {
  const fields = Object.entries(typeof details === 'object' && details !== null ? details : {}).map(
    ([field, said]) =>
      `${field}: ${[said]
        .flat()
        .map(one => (typeof one === 'string' ? fieldProblemText(t, one) : JSON.stringify(one)))
        .join(' ')}`,
  )
  const head = code ? `${status} ${code}: ` : `${status}: `
  return [`${head}${fieldProblemText(t, contractText(t, message))}`, ...fields].join(t('common.between_sentences'))
}

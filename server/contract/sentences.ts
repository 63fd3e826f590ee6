import { durationBeside } from './duration-text.ts'

/** One of a fixed set of sentences with the figures in it, so that it can be said in other languages than English. */
export interface Sentence {
  /** Its key in the table of the set. */
  readonly id: string
  readonly figures: Readonly<Record<string, string | number>>
}

/** A figure stands in a template by its name; `{{wait, duration}}` is a length of time that is given in seconds. */
const FIGURE = /\{\{(\w+)(, duration)?\}\}/g

export function filled(template: string, figures: Sentence['figures'], language: 'en' | 'ja' = 'en'): string {
  const lengths = [...template.matchAll(FIGURE)].flatMap(([, name = '', duration]) =>
    duration === undefined ? [] : [Number(figures[name]) * 1_000],
  )
  return template.replace(FIGURE, (_, name: string, duration?: string) =>
    duration === undefined
      ? String(figures[name] ?? '')
      : durationBeside(language, Number(figures[name]) * 1_000, lengths),
  )
}

/** The key of a sentence that depends on a count: `_one` is for one, `_other` for all else. */
export const pluralOf = (id: string, count: string | number | undefined): string =>
  `${id}_${count === 1 ? 'one' : 'other'}`

/** `1 tenant`, `10,000 tenants`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

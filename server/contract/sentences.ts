import { durationBeside, durationIn } from './duration-text.ts'

/** One of a fixed set of sentences with the figures in it, so that it can be said in other languages than English. */
export interface Sentence {
  /** Its key in the table of the set. */
  readonly id: string
  readonly figures: Readonly<Record<string, string | number>>
}

/**
 * A figure stands in a template by its name; `{{wait, duration}}` is a length of time that is given in seconds, and `{{wait, clocks}}` one that
 * somebody waited, of which neither clock need show the sum: beside it stand the parts of which it is made (`ClockParts`).
 */
const FIGURE = /\{\{(\w+)(?:, (duration|clocks))?\}\}/g

/**
 * How a wait is told beside two clocks, in seconds: `emulated` went by on a clock that stood still but for its moves, `moved` are moves of one
 * that ran. Without any part, the emulated clock shows the whole of it.
 */
export interface ClockParts {
  readonly real?: number | undefined
  readonly emulated?: number | undefined
  readonly moved?: number | undefined
}

const ON_CLOCKS = {
  en: {
    real: (real: string) => `${real} of real time`,
    emulated: (emulated: string, real: string) => `${emulated} of emulated and ${real} of real time`,
    moved: (moved: string, real: string) => `${real} of real time and ${moved} of clock moves`,
  },
  ja: {
    real: (real: string) => `${real}（実際の時間）`,
    emulated: (emulated: string, real: string) => `${emulated}（仮想時間）と ${real}（実際の時間）を経た`,
    moved: (moved: string, real: string) => `${real}（実際の時間）と ${moved}（仮想時間の移動分）を経た`,
  },
} as const

export function filled(template: string, figures: Sentence['figures'], language: 'en' | 'ja' = 'en'): string {
  const lengths = [...template.matchAll(FIGURE)].flatMap(([, name = '', format]) =>
    format === 'duration' ? [Number(figures[name]) * 1_000] : [],
  )
  return template.replace(FIGURE, (_, name: string, format?: string) =>
    format === undefined
      ? String(figures[name] ?? '')
      : format === 'clocks'
        ? onClocks(name, figures, language, seconds => durationIn(language, seconds * 1_000))
        : durationBeside(language, Number(figures[name]) * 1_000, lengths),
  )
}

/** The figures of a wait under its name, to be told with `{{name, clocks}}`. */
export const clockFigures = (name: string, seconds: number, parts: ClockParts): Sentence['figures'] =>
  Object.fromEntries(
    [[name, seconds] as const, ...Object.entries(parts).map(([part, own]) => [`${name}_${part}`, own] as const)].filter(
      (entry): entry is readonly [string, number] => entry[1] !== undefined,
    ),
  )

/** A wait as it stands in a sentence: what was stored without its parts, and what the emulated clock shows, is one length of time. */
export function onClocks(
  name: string,
  figures: Readonly<Record<string, unknown>>,
  language: 'en' | 'ja',
  said: (seconds: number) => string,
): string {
  const lengthOf = (figure: string) => (figures[figure] === undefined ? undefined : said(Number(figures[figure])))
  const [real, emulated, moved] = [lengthOf(`${name}_real`), lengthOf(`${name}_emulated`), lengthOf(`${name}_moved`)]
  const says = ON_CLOCKS[language]
  if (real === undefined) return lengthOf(name) ?? ''
  if (emulated !== undefined) return says.emulated(emulated, real)
  return moved === undefined ? says.real(real) : says.moved(moved, real)
}

/** The key of a sentence that depends on a count: `_one` is for one, `_other` for all else. */
export const pluralOf = (id: string, count: string | number | undefined): string =>
  `${id}_${count === 1 ? 'one' : 'other'}`

/** `1 tenant`, `10,000 tenants`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

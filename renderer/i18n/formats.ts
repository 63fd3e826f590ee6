import type { InitOptions, i18n } from 'i18next'
import { durationBeside, durationToMillisecond } from '../../server/contract/duration-text.ts'
import { onClocks } from '../../server/contract/sentences.ts'

/** How texts are looked up, by the page and by tests of what it says. */
export const LOOKUP = {
  fallbackLng: 'en',
  // Nothing stands between two Japanese sentences; the default would take the space of the English ones.
  returnEmptyString: true,
  // React escapes what it renders; escaping here would show entities.
  interpolation: { escapeValue: false },
} as const satisfies InitOptions

const NO_BREAK_SPACE = '\u00a0'
const WORD_JOINER = '\u2060'

/** A length of time of several parts as one word, which no end of a line parts: `23 h 54 min`, `23時間54分`. */
export const inOneLine = (duration: string): string =>
  duration.replaceAll(' ', NO_BREAK_SPACE).replace(/(?<=[日間分])(?=\d)/g, WORD_JOINER)

/** A length of time as a sentence says it, which may name others beside it. */
export function saidDuration(
  seconds: number,
  language: string | undefined,
  beside: readonly (number | null)[] = [],
): string {
  const others = beside.flatMap(other => (other === null ? [] : [other * 1_000]))
  return inSentence(durationBeside(language === 'ja' ? 'ja' : 'en', seconds * 1_000, others), language)
}

/** The same with all that it is, beside the parts of which it is made. */
export const saidWhole = (seconds: number, language: string | undefined): string =>
  inSentence(durationToMillisecond(language === 'ja' ? 'ja' : 'en', seconds * 1_000), language)

const inSentence = (text: string, language: string | undefined): string =>
  inOneLine(language === 'ja' ? text.replace(/ ms$/, 'ミリ秒') : text)

const isNumber = (figure: unknown): figure is number => typeof figure === 'number'

/**
 * What a figure of a text may be shown as: `{{wait, duration}}` is a length of time that is given in seconds,
 * `{{seconds, clocks}}`, by whatever name, one that was waited, with what each clock shows of it.
 */
export function addFormats(instance: i18n): void {
  instance.services.formatter?.add('duration', (seconds: number, language, figures: Record<string, unknown>) =>
    saidDuration(seconds, language, Object.values(figures).filter(isNumber)),
  )
  instance.services.formatter?.add('clocks', (_, language, figures: Record<string, unknown>) =>
    onClocks(String(figures.interpolationkey), figures, language === 'ja' ? 'ja' : 'en', seconds =>
      saidDuration(seconds, language),
    ),
  )
}

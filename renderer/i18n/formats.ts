import type { i18n } from 'i18next'
import { durationIn } from '../../server/contract/duration-text.ts'

/** What a figure of a text may be shown as: `{{wait, duration}}` is a length of time that is given in seconds. */
export function addFormats(instance: i18n): void {
  instance.services.formatter?.add('duration', (seconds: number, language) =>
    durationIn(language === 'ja' ? 'ja' : 'en', seconds * 1_000),
  )
}

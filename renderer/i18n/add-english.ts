import i18next from 'i18next'
import type { english } from './english.ts'

/** Adds the texts of a screen that nothing else says: they come with its code, and not with the first view. */
export function addEnglish(texts: Partial<typeof english>): void {
  i18next.addResourceBundle('en', 'translation', texts, true)
}

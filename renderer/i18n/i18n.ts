import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en.ts'
import { addFormats, LOOKUP } from './formats.ts'

export const LANGUAGES = [
  { id: 'en', name: 'English' },
  { id: 'ja', name: '日本語' },
] as const
export type Language = (typeof LANGUAGES)[number]['id']

const STORED = 'ringback.language'
const isLanguage = (text: string | null): text is Language => LANGUAGES.some(({ id }) => id === text)

/** What was chosen, else what the browser asks for, else English. */
function preferredLanguage(): Language {
  const stored = localStorage.getItem(STORED)
  if (isLanguage(stored)) return stored
  return navigator.language.startsWith('ja') ? 'ja' : 'en'
}

/** English is in the first view; Japanese is a chunk of its own. */
async function loadDictionary(language: Language): Promise<void> {
  if (language === 'ja' && !i18next.hasResourceBundle('ja', 'translation')) {
    const [
      { ja },
      { TITLES },
      { CONTRACT },
      { CERTIFICATION_SENTENCES },
      { DRILLS_IN_JAPANESE },
      { DRILL_SENTENCES_JA },
    ] = await Promise.all([
      import('./ja.ts'),
      import('./titles.ja.ts'),
      import('./contract.ja.ts'),
      import('./certification.ja.ts'),
      import('./drills.ja.ts'),
      import('./drill-sentences.ja.ts'),
    ])
    i18next.addResourceBundle('ja', 'translation', ja)
    i18next.addResourceBundle('ja', 'titles', TITLES)
    i18next.addResourceBundle('ja', 'contract', CONTRACT)
    i18next.addResourceBundle('ja', 'certification', CERTIFICATION_SENTENCES)
    i18next.addResourceBundle('ja', 'drills', DRILLS_IN_JAPANESE)
    i18next.addResourceBundle('ja', 'drill_sentences', DRILL_SENTENCES_JA)
  }
}

export async function startI18n(): Promise<void> {
  const language = preferredLanguage()
  await i18next.use(initReactI18next).init({
    ...LOOKUP,
    lng: 'en',
    resources: { en: { translation: en } },
  })
  addFormats(i18next)
  await switchLanguage(language)
}

async function switchLanguage(language: Language): Promise<void> {
  await loadDictionary(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED, language)
  await switchLanguage(language)
}

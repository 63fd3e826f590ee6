import { useTranslation } from 'react-i18next'

/** Ids in their order as the language of the page lists them: `4, 7 and 10`. */
export function useListed(): (ids: readonly number[]) => string {
  const { i18n } = useTranslation()
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  return ids => list.format([...ids].sort((one, other) => one - other).map(String))
}

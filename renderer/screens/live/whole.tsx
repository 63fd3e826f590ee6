import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { type Noun, placeOfNoun } from '../../routing/nouns.ts'
import { useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'

/** From what is told in short to all of it, on its own screen. */
export function Whole({ noun, id }: { noun: Noun; id: string }) {
  const { t } = useTranslation()
  const href = useHref()
  if (usePresenting()) return null
  return (
    <Action component="a" href={href(...placeOfNoun(noun, id))} icon="arrow_right">
      {t('live.whole')}
    </Action>
  )
}

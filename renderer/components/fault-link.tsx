import { useTranslation } from 'react-i18next'
import { useFaultPlace } from '../data/fault-place.ts'
import { placeOfNoun } from '../routing/nouns.ts'
import { useHref } from '../routing/use-place.ts'
import { Action } from './action.tsx'

interface Props {
  id: number
  variant?: 'filled' | 'default' | undefined
  /** By its number, where another fault than that of the request is meant. */
  isOther?: boolean
}

/** To the fault that did something to a request, and to the drill that has staged it; nothing where neither is there any more. */
export function FaultLink({ id, variant = 'default', isOther = false }: Props) {
  const { t } = useTranslation()
  const href = useHref()
  const place = useFaultPlace(id)
  if (place === undefined || place.is === 'gone') return null
  const isThere = place.is === 'there'
  return (
    <>
      {isThere && (
        <Action component="a" variant={variant} href={href(...placeOfNoun('fault', id))}>
          {isOther ? t('trace.show_other_fault', { fault: id }) : t('trace.show_fault')}
        </Action>
      )}
      {place.drill !== null && (
        <Action component="a" variant={isThere ? 'default' : variant} href={href('client', 'drills', place.drill)}>
          {t('trace.show_drill_of_fault', { fault: id })}
        </Action>
      )}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import type { FaultView } from '../../../server/control/protocol/faults.ts'
import { useDrills } from '../../data/drills.ts'
import { useHref } from '../../routing/use-place.ts'

/** The drill that has staged a fault, with the way to it; one that came with a request has no page. */
export function OfDrill({ drill: { drill, title } }: { drill: NonNullable<FaultView['drill']> }) {
  const { t } = useTranslation()
  const href = useHref()
  const isKnown = useDrills().data?.data.some(known => known.drill === drill)
  const text = t('faults.of_drill', { drill })
  return isKnown ? (
    <a className="link" href={href('client', 'drills', drill)} title={title}>
      {text}
    </a>
  ) : (
    <span className="dim" title={title}>
      {text}
    </span>
  )
}

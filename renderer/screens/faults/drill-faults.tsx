import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icons.tsx'
import { isLive } from '../../data/fault-state.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import classes from './faults.module.css'
import type { FaultsOfDrill } from './found.ts'
import { OfDrill } from './of-drill.tsx'

interface Props {
  group: FaultsOfDrill
  /** How many of them the filters leave. */
  found: number
  isOpen: boolean
  onToggle: () => void
}

/** The faults that a drill has staged, which may be many, in one line that opens. */
export function DrillFaults({ group: { drill, faults }, found, isOpen, onToggle }: Props) {
  const { t } = useTranslation()
  const now = useEmulatedNow() ?? 0
  const fired = faults.reduce((sum, fault) => sum + fault.fired, 0)
  const live = faults.filter(fault => isLive(fault, now)).length
  return (
    <div className={classes.drill_head}>
      <button type="button" aria-expanded={isOpen} onClick={onToggle}>
        <Icon name={isOpen ? 'chevron_down' : 'chevron_right'} size={12} />
        {t('faults.count_of_drill', { drill: drill.drill, count: faults.length })}
      </button>
      <span className="dim">
        {found < faults.length && `${t('faults.found_of_drill', { count: found })} · `}
        {t('faults.live_of_drill', { count: live })} · {t('faults.fired_of_drill', { count: fired })}
        {!drill.is_on && ` · ${t('faults.left_of_drill')}`}
      </span>
      <OfDrill drill={drill} />
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import type { FaultView } from '../../../server/control/protocol/faults.ts'
import { Icon } from '../../components/icons.tsx'
import { OpenableTable } from '../../components/list-table.tsx'
import { isLive } from '../../data/fault-state.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useFaultColumns } from './fault-columns.tsx'
import classes from './faults.module.css'
import type { FaultsOfDrill } from './found.ts'
import { OfDrill } from './of-drill.tsx'

interface Props {
  group: FaultsOfDrill
  /** Those of them that the filters leave. */
  found: readonly FaultView[]
  /** The fault that is open. */
  open: string | undefined
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  onOpen: (fault: FaultView, history: 'push' | 'replace') => void
}

/** The faults that a drill has staged, which may be many: one line, which opens. */
export function DrillFaults({ group: { drill, faults }, found, open, isOpen, onToggle, onOpen }: Props) {
  const { t } = useTranslation()
  const now = useEmulatedNow() ?? 0
  const columns = useFaultColumns({ isGrouped: true })
  const title = t('faults.count_of_drill', { drill: drill.drill, count: faults.length })
  const fired = faults.reduce((sum, fault) => sum + fault.fired, 0)
  const live = faults.filter(fault => isLive(fault, now)).length
  return (
    <div className={classes.drill}>
      <div className={classes.drill_head}>
        <button type="button" aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
          <Icon name={isOpen ? 'chevron_down' : 'chevron_right'} size={12} />
          {title}
        </button>
        <span className="dim">
          {found.length < faults.length && `${t('faults.found_of_drill', { count: found.length })} · `}
          {t('faults.live_of_drill', { count: live })} · {t('faults.fired_of_drill', { count: fired })}
          {!drill.is_on && ` · ${t('faults.left_of_drill')}`}
        </span>
        <OfDrill drill={drill} />
      </div>
      {isOpen && (
        <OpenableTable
          label={title}
          fit="content"
          rows={found}
          columns={columns}
          idOf={({ id }) => String(id)}
          selected={open}
          onOpen={onOpen}
        />
      )}
    </div>
  )
}

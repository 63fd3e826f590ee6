import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icons.tsx'
import type { Lane } from '../../data/timeline.ts'
import { LANES } from './lanes.ts'
import classes from './live.module.css'

interface Props {
  hidden: ReadonlySet<string>
  counts: Readonly<Record<Lane, number>>
  onToggle: (lane: Lane) => void
}

interface SwitchProps {
  entry: (typeof LANES)[number]
  isOn: boolean
  count: number
  onToggle: (lane: Lane) => void
}

const LaneSwitch = memo(function LaneSwitch({ entry: { lane, icon }, isOn, count, onToggle }: SwitchProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={classes.toggle}
      data-lane={lane}
      aria-pressed={isOn}
      onClick={() => onToggle(lane)}
    >
      <Icon name={icon} size={13} />
      {t(`live.lanes.${lane}`)}
      <span>{count.toLocaleString('en')}</span>
    </button>
  )
})

/** What the list shows, each kind with how many there are. */
export function LaneSwitches({ hidden, counts, onToggle }: Props) {
  return (
    <div className={classes.lanes}>
      {LANES.map(entry => (
        <LaneSwitch
          key={entry.lane}
          entry={entry}
          isOn={!hidden.has(entry.lane)}
          count={counts[entry.lane]}
          onToggle={onToggle}
        />
      ))}
    </div>
  )
}

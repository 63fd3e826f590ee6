import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icons.tsx'
import { KEPT, type Lane } from '../../data/timeline.ts'
import { LANES } from './lanes.ts'
import classes from './live.module.css'

interface Props {
  hidden: ReadonlySet<string>
  /** `undefined` until what happened before has been read. */
  counts: Readonly<Record<Lane, number>> | undefined
  /** Of requests those that are shown, where their answers decide. */
  picked: number | undefined
  /** Lanes of which there are more than are loaded here. */
  cut: ReadonlySet<Lane>
  /** Whether they are of the time alone that the axis shows. */
  isPart: boolean
  onToggle: (lane: Lane) => void
}

interface SwitchProps {
  entry: (typeof LANES)[number]
  isOn: boolean
  count: number | undefined
  picked: number | undefined
  isCut: boolean
  onToggle: (lane: Lane) => void
}

const LaneSwitch = memo(function LaneSwitch({
  entry: { lane, icon },
  isOn,
  count,
  picked,
  isCut,
  onToggle,
}: SwitchProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={classes.toggle}
      data-lane={lane}
      aria-pressed={isOn}
      title={lane === 'ledger' ? t('live.held_back_is') : undefined}
      onClick={() => onToggle(lane)}
    >
      <Icon name={icon} size={13} />
      {t(`live.lanes.${lane}`)}
      {count !== undefined && (
        <span title={isCut ? t('live.newest_only') : undefined}>
          {picked === undefined
            ? `${count.toLocaleString('en')}${isCut ? '+' : ''}`
            : t('live.picked_of', { count: picked, all: `${count.toLocaleString('en')}${isCut ? '+' : ''}` })}
        </span>
      )}
    </button>
  )
})

/** What the list shows, each kind with how many there are. */
export function LaneSwitches({ hidden, counts, picked, cut, isPart, onToggle }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.lanes}>
      <span className={classes.counted}>{t(isPart ? 'live.counts_part' : 'live.counts_all')}</span>
      {LANES.map(entry => (
        <LaneSwitch
          key={entry.lane}
          entry={entry}
          isOn={!hidden.has(entry.lane)}
          count={counts?.[entry.lane]}
          picked={entry.lane === 'exchange' ? picked : undefined}
          isCut={cut.has(entry.lane) || (counts?.[entry.lane] ?? 0) >= KEPT[entry.lane]}
          onToggle={onToggle}
        />
      ))}
    </div>
  )
}

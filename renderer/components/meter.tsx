import classes from './meter.module.css'

export type Level = 'calm' | 'near' | 'full'

/** From this share of a limit on it is worth a look. */
const NEAR = 0.8

export function levelOf(used: number, limit: number): Level {
  if (used >= limit) return 'full'
  return used >= NEAR * limit ? 'near' : 'calm'
}

interface BarProps {
  label: string
  used: number
  /** `null` is unlimited, 0 is not available: the track stays empty. */
  limit: number | null
}

/** How much of a limit is used; the figures stand beside it, since a bar alone tells nobody the number. */
export function MeterBar({ label, used, limit }: BarProps) {
  const share = limit === null || limit === 0 ? 0 : Math.min(1, used / limit)
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw the meter element in ways that style sheets cannot reach
    <div
      className={classes.track}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit || Math.max(used, 1)}
      aria-valuenow={limit === null ? used : Math.min(used, limit)}
      aria-valuetext={limit === null ? String(used) : `${used} / ${limit}`}
    >
      <div
        className={classes.fill}
        data-level={limit === null || limit === 0 ? 'calm' : levelOf(used, limit)}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}

/** Name, bar and figures in one line. */
export function Meter({ label, used, limit }: BarProps) {
  return (
    <div className={classes.meter}>
      <span>{label}</span>
      <MeterBar label={label} used={used} limit={limit} />
      <span className={classes.figures}>
        {used.toLocaleString('en')} / {limit?.toLocaleString('en') ?? '∞'}
      </span>
    </div>
  )
}

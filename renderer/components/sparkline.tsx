import { stepPath } from './spark-path.ts'
import classes from './sparkline.module.css'

interface Props {
  samples: readonly { at: number; used: number }[]
  /** Drawn as a dashed line at the top; `null` has none. */
  limit: number | null
  /** The right edge, so that time goes on while nothing happens. */
  until: number
  height?: number
}

const WIDTH = 300

/** How a counter moved: a staircase, since a counter holds its value until the next request. Figures beside it say the same in words. */
export function Sparkline({ samples, limit, until, height = 36 }: Props) {
  const path = stepPath(samples, { width: WIDTH, height, until, ceiling: limit })
  return (
    <svg
      className={classes.sparkline}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {limit !== null && <line className={classes.ceiling} x1={0} x2={WIDTH} y1={0.5} y2={0.5} />}
      {path && (
        <>
          <path className={classes.area} d={`${path.line}V${height}H${path.start}Z`} />
          <path className={classes.line} d={path.line} />
        </>
      )}
    </svg>
  )
}

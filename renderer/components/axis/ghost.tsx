import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './axis.module.css'
import type { Geometry } from './geometry.ts'

interface Beside {
  readonly line: CSSProperties
  readonly text: CSSProperties
}

/** Room for what is said beside a line. */
const LEAST_PX = 212

/** Beside a line, on the side away from the present, which it must not cover, or on the one that has room. */
export function besideLine(x: number, { width, now }: { width: number; now: number }): Beside {
  const shown = Math.min(Math.max(x, 0), width)
  const isLeft = shown < now ? shown >= LEAST_PX : width - shown < LEAST_PX
  const maxWidth = (isLeft ? shown : width - shown) - 12
  return { line: { left: shown }, text: { ...(isLeft ? { right: width - shown + 8 } : { left: shown + 8 }), maxWidth } }
}

/** Where the line begins: the word that the ruler has for the instant stands over it. */
export const lineTop = ({ look, ruler }: Geometry): number => (look === 'full' ? ruler.top + ruler.height : 0)

interface GhostProps {
  x: number
  /** Where the present stands. */
  now: number
  told: readonly string[]
  geometry: Geometry
  /** By which the playhead is taken there. */
  by: 'drag' | 'keys'
  /** What follows there: the clock goes on to it, a new world is offered, or why there can be none. */
  then: 'drop' | 'back' | 'why'
}

/** Where the playhead would land, with what would happen; the slider says the same to screen readers. */
export function Ghost({ x, now, told, geometry, by, then }: GhostProps) {
  const { t } = useTranslation()
  const { line, text } = besideLine(x, { width: geometry.width, now })
  const [first, ...rest] = told
  return (
    <div className={classes.ghost} aria-hidden style={{ height: geometry.height }}>
      <div className={classes.ghost_line} style={{ ...line, top: lineTop(geometry) }} />
      <div className={classes.ghost_text} style={text}>
        <strong>{first}</strong>
        {rest.map(said => (
          <div key={said}>{said}</div>
        ))}
        <div className="dim">{t(`axis.${then}_${by}`)}</div>
      </div>
    </div>
  )
}

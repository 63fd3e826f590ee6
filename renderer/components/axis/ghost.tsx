import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './axis.module.css'
import type { Geometry } from './geometry.ts'

/** Beside a line, on the side that has room. */
export function besideLine(x: number, { width }: Geometry): { line: CSSProperties; text: CSSProperties } {
  const shown = Math.min(Math.max(x, 0), width)
  const isLeft = shown > width * 0.6
  const maxWidth = (isLeft ? shown : width - shown) - 12
  return { line: { left: shown }, text: { ...(isLeft ? { right: width - shown + 8 } : { left: shown + 8 }), maxWidth } }
}

interface GhostProps {
  x: number
  told: readonly string[]
  geometry: Geometry
  /** By which the playhead is taken there. */
  by: 'drag' | 'keys'
}

/** Where the playhead would land, with what would happen; the slider says the same to screen readers. */
export function Ghost({ x, told, geometry, by }: GhostProps) {
  const { t } = useTranslation()
  const { line, text } = besideLine(x, geometry)
  const [first, ...rest] = told
  return (
    <div className={classes.ghost} aria-hidden style={{ height: geometry.height }}>
      <div className={classes.ghost_line} style={line} />
      <div className={classes.ghost_text} style={text}>
        <strong>{first}</strong>
        {rest.map(said => (
          <div key={said}>{said}</div>
        ))}
        <div className="dim">{t(`axis.drop_${by}`)}</div>
      </div>
    </div>
  )
}

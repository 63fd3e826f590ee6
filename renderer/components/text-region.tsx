import type { ReactNode } from 'react'
import classes from './body-view.module.css'

/** A block of text that scrolls by itself and can be reached and scrolled with the keyboard. */
export function TextRegion({
  label,
  look = '',
  children,
}: {
  label: string
  look?: string | undefined
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={label} className={classes.region}>
      <pre className={`${classes.text} ${look}`}>{children}</pre>
    </section>
  )
}

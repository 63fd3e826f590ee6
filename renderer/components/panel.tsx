import type { ReactNode } from 'react'
import classes from './panel.module.css'

interface Props {
  title: string
  about?: ReactNode
  actions?: ReactNode
  /** `none` for tables, which have margins of their own. */
  pad?: 'normal' | 'none'
  children: ReactNode
}

/** A part of a screen with a name. */
export function Panel({ title, about, actions, pad = 'normal', children }: Props) {
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {about && <div className={classes.about}>{about}</div>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={classes.body} data-pad={pad}>
        {children}
      </div>
    </section>
  )
}

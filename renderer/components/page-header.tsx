import type { ReactNode } from 'react'
import classes from './page-header.module.css'

interface Props {
  title: string
  /** A few words on what is shown. */
  about?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, about, actions }: Props) {
  return (
    <header className={classes.header}>
      <h1 className={classes.title}>{title}</h1>
      {about && <div className={classes.about}>{about}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

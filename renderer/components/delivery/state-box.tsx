import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icons.tsx'
import classes from './state-box.module.css'

interface Props {
  tone: 'good' | 'warn' | 'bad'
  icon: IconName
  title: string
  /** Below the title. */
  children?: ReactNode
  ways?: ReactNode
}

/** A sentence that says how things stand, and the ways on. */
export function StateBox({ tone, icon, title, children, ways }: Props) {
  return (
    <div className={classes.state} data-tone={tone}>
      <Icon name={icon} size={20} />
      <div className={classes.said}>
        <h3>{title}</h3>
        {children}
      </div>
      {ways !== undefined && <div className={classes.ways}>{ways}</div>}
    </div>
  )
}

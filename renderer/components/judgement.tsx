import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'
import classes from './judgement.module.css'

/** What came out of a check, in one line that is seen first. */
export function Judgement({ is, icon, children }: { is: 'good' | 'bad'; icon: IconName; children: ReactNode }) {
  return (
    <div className={classes.judgement} data-is={is} role="status">
      <Icon name={icon} size={20} />
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import classes from './badge.module.css'
import { Icon, type IconName } from './icons.tsx'

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'accent' | 'frozen' | 'fast' | 'quiet'

interface Props {
  tone: Tone
  icon: IconName
  children: ReactNode
  /** `plain` in dense lists: icon and coloured text without a background. */
  look?: 'soft' | 'plain' | undefined
  title?: string | undefined
}

/** A state: always an icon and a word, never a colour alone. */
export function Badge({ tone, icon, children, look = 'soft', title }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} data-look={look} title={title}>
      <Icon name={icon} size={13} />
      <span className={classes.text}>{children}</span>
    </span>
  )
}

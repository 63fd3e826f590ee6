import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunHere } from '../data/run-here.ts'
import { CommandText } from './command-text.tsx'
import { CopyButton } from './copy-button.tsx'
import classes from './empty-state.module.css'
import { Icon, type IconName } from './icons.tsx'

interface Props {
  icon: IconName
  title: string
  /** For what stands in the place of something that has a heading. */
  titleAs?: 'h1' | 'h2' | 'p'
  /** Why there is nothing, and what would change that. */
  hint?: ReactNode
  /** A command or request that would fill the place; it can be copied. */
  command?: string | undefined
  /** `row` above a list that is there, `page` in the place of all that is not. */
  look?: 'page' | 'row' | undefined
  children?: ReactNode
}

function Command({ text }: { text: string }) {
  const { t } = useTranslation()
  const command = useRunHere()(text)
  return (
    <div className={classes.command}>
      <CommandText>{command}</CommandText>
      <CopyButton text={command} what={t('common.command')} />
    </div>
  )
}

export function EmptyState({ icon, title, titleAs: Title = 'p', hint, command, look = 'page', children }: Props) {
  return (
    <div className={classes.empty} data-look={look}>
      <Icon name={icon} size={look === 'row' ? 16 : 28} />
      <div className={classes.said}>
        <Title className={classes.title}>{title}</Title>
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
      {command && <Command text={command} />}
      {children}
    </div>
  )
}

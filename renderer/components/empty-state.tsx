import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from './copy-button.tsx'
import classes from './empty-state.module.css'
import { Icon, type IconName } from './icons.tsx'

interface Props {
  icon: IconName
  title: string
  /** Why there is nothing, and what would change that. */
  hint?: ReactNode
  /** A command or request that would fill the place; it can be copied. */
  command?: string | undefined
  children?: ReactNode
}

export function EmptyState({ icon, title, hint, command, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.empty}>
      <Icon name={icon} size={28} />
      <p className={classes.title}>{title}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {command && (
        <div className={classes.command}>
          <pre>{command}</pre>
          <CopyButton text={command} what={t('common.command')} />
        </div>
      )}
      {children}
    </div>
  )
}

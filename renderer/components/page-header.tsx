import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { present, usePresenting } from '../routing/use-present.ts'
import { Icon } from './icons.tsx'
import classes from './page-header.module.css'

interface Props {
  title: string
  /** A few words on what is shown. */
  about?: ReactNode
  actions?: ReactNode
}

/** Shows the screen to others. */
function Present() {
  const { t } = useTranslation()
  if (usePresenting()) return null
  return (
    <ActionIcon
      variant="default"
      size={26}
      aria-label={t('present.start')}
      title={t('present.start')}
      onClick={() => present(true)}
    >
      <Icon name="present" size={14} />
    </ActionIcon>
  )
}

export function PageHeader({ title, about, actions }: Props) {
  return (
    <header className={classes.header}>
      <h1 className={classes.title}>{title}</h1>
      {about && (
        <div className={classes.about} title={typeof about === 'string' ? about : undefined}>
          {about}
        </div>
      )}
      <div className={classes.actions}>
        {actions}
        <Present />
      </div>
    </header>
  )
}

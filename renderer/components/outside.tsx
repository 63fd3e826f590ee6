import { useTranslation } from 'react-i18next'
import { Action } from './action.tsx'
import { Icon } from './icons.tsx'
import classes from './outside.module.css'

/** Above what stays open although the list beside it no longer has it: nobody takes it for what was found. */
export function Outside({ text, onShowAll }: { text: string; onShowAll: () => void }) {
  const { t } = useTranslation()
  return (
    <p role="note" className={classes.outside}>
      <Icon name="filter" size={14} />
      <span>{text}</span>
      <Action onClick={onShowAll}>{t('table.show_all')}</Action>
    </p>
  )
}

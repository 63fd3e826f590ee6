import { useTranslation } from 'react-i18next'
import { useRunHere } from '../data/run-here.ts'
import classes from './command-line.module.css'
import { CommandText } from './command-text.tsx'
import { CopyButton } from './copy-button.tsx'

/** A line for a terminal with a button that copies it, and above it what it is for. */
export function CommandLine({ label, command: asPackage }: { label?: string | undefined; command: string }) {
  const { t } = useTranslation()
  const command = useRunHere()(asPackage)
  return (
    <div className={classes.line}>
      {label !== undefined && <span className={classes.label}>{label}</span>}
      <div className={classes.command}>
        <CommandText>{command}</CommandText>
        <CopyButton text={command} what={label ?? t('common.command')} />
      </div>
    </div>
  )
}

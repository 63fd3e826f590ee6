import { useTranslation } from 'react-i18next'
import classes from './charts.module.css'
import type { Told } from './window-texts.ts'

/** A stretch of time and what became of it: on all charts of limits in the same words and in the same order. */
export function ReadOut({ name, told, places }: { name?: string; told: Told; places: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <div className={classes.told}>
      <p>
        <span className="dim">
          {name !== undefined && `${name} `}
          {told.when}
        </span>{' '}
        <strong>{told.used}</strong>
      </p>
      {told.more.length > 0 && <p>{told.more.join(' · ')}</p>}
      {told.set.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text keep their order
        <p key={index}>{line}</p>
      ))}
      {told.notTold > 0 && <p>{t('limits.more_settings', { count: told.notTold })}</p>}
      {places.length > 0 && <p>{t(places.length > 1 ? 'limits.opens_both' : 'limits.opens_list')}</p>}
    </div>
  )
}

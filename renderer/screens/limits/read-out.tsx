import { useTranslation } from 'react-i18next'
import classes from './charts.module.css'
import type { Told } from './window-texts.ts'

/** A stretch of time and what became of it: on all charts of limits in the same words and in the same order. */
export function ReadOut({
  name,
  told,
  places,
  other,
}: {
  name?: string
  told: Told
  places: readonly string[]
  /** What is called so stands behind the second of the places; else what was not sent does. */
  other?: string | undefined
}) {
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
      {places.length > 0 && (
        <p>
          {places.length === 1
            ? t('limits.opens_list')
            : other === undefined
              ? t('limits.opens_both')
              : t('limits.opens_other', { limit: other })}
        </p>
      )}
    </div>
  )
}

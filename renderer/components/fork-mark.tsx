import { useTranslation } from 'react-i18next'
import { useForkedBefore } from '../data/queries.ts'
import classes from './request-text.module.css'

/** Whether the world was forked before this request: it is in the list to be sent again, and has done nothing here. */
export const useIsForkedBefore = (request_id: string): boolean => useForkedBefore() === request_id

/** Marks that request in a list. */
export function ForkMark({ request_id }: { request_id: string }) {
  const { t } = useTranslation()
  if (!useIsForkedBefore(request_id)) return null
  return (
    <span className={classes.origin} title={t('axis.forked_before_hint')}>
      {t('axis.forked_before')}
    </span>
  )
}

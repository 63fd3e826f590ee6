import { useTranslation } from 'react-i18next'
import type { Paused } from '../../components/axis/paused.ts'
import { wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { addEnglish } from '../../i18n/add-english.ts'
import { beside } from './beside-text.en.ts'
import classes from './live.module.css'

addEnglish({ beside })

/** That what is open is as it is by now, beside an axis that stands at a pause. Nothing while both are the same. */
export function AsOfNow({ at, newer }: Pick<Paused, 'at'> & { newer: number }) {
  const { t } = useTranslation()
  const now = useEmulatedNow()
  if (now === undefined || (now <= at && newer === 0)) return null
  const [own, paused] = [wallClock(now, 'tokyo'), wallClock(at, 'tokyo')]
  const isOneDay = own.date === paused.date
  const said = ({ date, time }: typeof own) => `${isOneDay ? '' : `${date} `}${time} ${ZONE_NAMES.tokyo}`
  return <p className={classes.as_of_now}>{t('beside.as_of_now', { time: said(own), paused: said(paused) })}</p>
}

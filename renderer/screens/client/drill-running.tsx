import { useTranslation } from 'react-i18next'
import { DRILLS } from '../../../server/contract/drills.ts'
import type { DrillView } from '../../../server/control/protocol/drills.ts'
import { CommandLine } from '../../components/command-line.tsx'
import { durationText } from '../../data/time-text.ts'
import { useClockView, useEmulatedNow, useWorldId } from '../../data/world.tsx'
import { usePresenting } from '../../routing/use-present.ts'
import { inThisWorld } from './drill-commands.ts'
import { inFigures } from './drill-figures.tsx'
import { isOfReceiver, type StandingKey, type Who } from './drill-standing-of.ts'
import classes from './drills.module.css'

/** What to do now with one that is on. */
export function Do({ view, standing: is, who }: { view: DrillView; standing: StandingKey; who: Who }) {
  const { t } = useTranslation()
  if (is === 'failed' || is === 'undecided' || is === 'not_met' || is === 'passed' || is === 'ended') return null
  if (view.is_ending) return who === 'receiver' && is !== 'nobody_tried' ? <EndsByItself view={view} /> : null
  if (isOfReceiver(is) || (who === 'receiver' && is !== 'staged')) return <p>{t(`drills.do_of_receiver.${is}`)}</p>
  return <p>{t(`drills.do.${is === 'met' && view.awaits?.what === 'tokyo_midnight' ? 'met_before_midnight' : is}`)}</p>
}

/** Nothing is left to do with a drill of a receiver that somebody has ended. */
function EndsByItself({ view: { drill } }: { view: DrillView }) {
  const { t } = useTranslation()
  const comesAgain = DRILLS.some(row => row.drill === drill && row.stages.some(({ redelivers }) => redelivers))
  return <p>{t(comesAgain ? 'drills.ends_by_itself.after_again' : 'drills.ends_by_itself.after_all')}</p>
}

/** How long it has been on and what has come, and until then how to run the client against it. */
export function Running({
  view: { staged_at, requests_sent, under_way, attempts_made, inbox_attempts_made, deliveries, open_attempts },
  standing,
  who,
}: {
  view: DrillView
  standing: StandingKey
  who: Who
}) {
  const { t } = useTranslation()
  const world = useWorldId()
  const presenting = usePresenting()
  const now = useEmulatedNow(1_000)
  // It counts by the clock of the world.
  const stands = useClockView()?.pace === 'frozen'
  const open = open_attempts.filter(({ to }) => to === 'receiver').length
  const seconds = now === undefined ? 0 : Math.max(0, Math.floor((now - Date.parse(staged_at)) / 1_000))
  return (
    <>
      {who === 'client' && (standing === 'staged' || standing === 'begun') && !presenting && (
        <CommandLine command={inThisWorld(location.origin, world)} />
      )}
      <p className={classes.running}>
        {!stands && <span>{t('drills.on_for', { time: durationText(seconds * 1_000) })}</span>}
        {(who === 'client' || requests_sent + under_way.length > 0) && (
          <span>
            {t('drills.requests', inFigures(requests_sent + under_way.length))}
            {under_way.length > 0 && `${t('drills.told_between')}${t('drills.under_way', inFigures(under_way.length))}`}
          </span>
        )}
        {deliveries.all > 0 && (
          <span>
            {t('drills.delivered', { ...inFigures(deliveries.all), made: deliveries.attempted.toLocaleString('en') })}
            {open > 0 && `${t('drills.told_between')}${t('drills.open_at_receiver', inFigures(open))}`}
          </span>
        )}
        {attempts_made > 0 && attempts_made !== deliveries.attempted && (
          <span>{t('drills.deliveries', inFigures(attempts_made))}</span>
        )}
        {inbox_attempts_made > 0 && <span>{t('drills.to_inboxes', inFigures(inbox_attempts_made))}</span>}
      </p>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import type { KnownDrillView } from '../../../server/control/protocol/drills.ts'
import { Badge } from '../../components/badge.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import { Time } from '../../components/time.tsx'
import { useHref } from '../../routing/use-place.ts'
import { triedText } from './drill-receiver.ts'
import { SIGNS } from './drill-signs.ts'
import classes from './drills.module.css'

const inFigures = (count: number | null): string => count?.toLocaleString('en') ?? '–'

/** How each run of a drill ended, the newest first, and which of them is shown; nothing of one that was run once. */
export function DrillRuns({
  known: { drill, runs, needs_receiver },
  shown,
}: {
  known: KnownDrillView
  shown: string | undefined
}) {
  const { t } = useTranslation()
  const href = useHref()
  if (runs.length < 2 && runs[0]?.requests_sent !== null) return null
  const who = needs_receiver ? 'receiver' : 'client'
  const place = runs.findIndex(({ drill_id }) => drill_id === shown)
  return (
    <section className={classes.part} aria-label={t('drills.runs.title')}>
      <h3>{t('drills.runs.title')}</h3>
      <ScrollRegion className={classes.runs} label={t('drills.runs.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('drills.runs.run')}</th>
              <th scope="col">{t('drills.at')}</th>
              <th scope="col">{t('drills.runs.outcome')}</th>
              {needs_receiver && <th scope="col">{t('drills.runs.receiver')}</th>}
              <th scope="col" className={classes.count}>
                {t(`drills.runs.sent.${who}`)}
              </th>
              <th scope="col" className={classes.count}>
                {t('drills.runs.failed')}
              </th>
            </tr>
          </thead>
          <tbody>
            {runs
              .map((run, index) => (
                <tr key={run.drill_id} aria-current={run.drill_id === shown ? 'true' : undefined}>
                  <td>
                    {run.requests_sent === null ? (
                      t('drills.runs.nth', { n: index + 1 })
                    ) : (
                      <a className="link" href={href('client', 'drills', drill, run.drill_id)}>
                        {t('drills.runs.nth', { n: index + 1 })}
                      </a>
                    )}
                  </td>
                  <td>
                    <Time at={run.staged_at} zoneName="hidden" />
                  </td>
                  <td>
                    <Badge {...SIGNS[run.is_on ? 'on' : run.state]} look="plain">
                      {t(`drills.states.${run.is_on ? 'on' : run.state}`)}
                    </Badge>
                    {run.requests_sent === null && run.state === 'ended' && (
                      <div className={classes.hint}>{t('drills.runs.cut_short')}</div>
                    )}
                  </td>
                  {needs_receiver && <td className={classes.tried}>{triedText(t, run)}</td>}
                  <td className={classes.count}>
                    {inFigures(who === 'client' ? run.requests_sent : run.attempts_made)}
                  </td>
                  {/* What is missing while it runs may still be made good. */}
                  <td className={classes.count}>{inFigures(run.is_on ? null : run.failed_total)}</td>
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={classes.hint}>
        {shown !== undefined && place < runs.length - 1 ? (
          <>
            {t('drills.runs.older', { n: place + 1, all: runs.length })}
            {t('common.between_sentences')}
            <a className="link" href={href('client', 'drills', drill)}>
              {t('drills.runs.newest')}
            </a>
          </>
        ) : (
          t('drills.runs.hint')
        )}
      </p>
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { KnownDrillView } from '../../../server/control/protocol/drills.ts'
import { Badge } from '../../components/badge.tsx'
import { Caption } from '../../components/caption.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { Loading } from '../../components/loading.tsx'
import { Missing } from '../../components/missing.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import side from '../../components/side-list.module.css'
import { useDrill, useDrills } from '../../data/drills.ts'
import { inLanguage } from '../../i18n/drill-texts.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useGo, useHref, usePlace } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { DrillDetail } from './drill-detail.tsx'
import { DrillOverview } from './drill-overview.tsx'
import { COUNTED, countStates, drillGroups, nextToRun, SIGNS, stateOf } from './drill-signs.ts'
import classes from './drills.module.css'

/** What was done to the world last. */
function StepCaption({ known }: { known: KnownDrillView }) {
  const { t, i18n } = useTranslation()
  const view = useDrill(known.drill_id).data
  const { title, stages } = inLanguage(known, i18n.language)
  // An only step is seen above as it is.
  if (view === undefined || stages.length === 1) return null
  const done = view.steps.filter(({ at }) => at !== null).length
  return (
    <Caption title={stages[done - 1] ?? title} note={t(`drills.states.${view.state}`)} step={done} of={stages.length} />
  )
}

/** How many drills stand how, and each with how it ended last. */
function Names({ rows, open }: { rows: readonly KnownDrillView[]; open: KnownDrillView | undefined }) {
  const { t } = useTranslation()
  const counts = countStates(rows)
  return (
    <nav aria-label={t('drills.title')} className={classes.names}>
      <p className={classes.counts}>
        {COUNTED.filter(state => counts[state] > 0).map(state => (
          <Badge key={state} {...SIGNS[state]} look="plain">
            {t(`drills.counts.${state}`, { n: counts[state] })}
          </Badge>
        ))}
      </p>
      {drillGroups(rows).map(([name, own]) => (
        <section key={name} aria-label={t(`drills.${name}`)}>
          <h2>{t(`drills.${name}`)}</h2>
          <ul className={side.list}>
            {own.map(row => (
              <Name key={row.drill} row={row} isOpen={row === open} />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function Name({ row, isOpen }: { row: KnownDrillView; isOpen: boolean }) {
  const { t, i18n } = useTranslation()
  const href = useHref()
  const state = stateOf(row)
  const { title } = inLanguage(row, i18n.language)
  return (
    <li>
      <Link
        className={`${side.item} ${classes.name}`}
        href={href('client', 'drills', row.drill)}
        aria-current={isOpen ? 'page' : undefined}
      >
        <span className={side.name} title={title}>
          {title}
        </span>
        <span className={classes.state} data-on={row.is_on || undefined}>
          <Badge {...SIGNS[row.is_on ? 'on' : state]} look="plain">
            {row.is_on ? (
              t('drills.states.on')
            ) : (
              <span className={state === 'not_run' ? 'visually-hidden' : undefined}>{t(`drills.states.${state}`)}</span>
            )}
          </Badge>
        </span>
      </Link>
    </li>
  )
}

/** Bad days for a client: which there are and how they went, and one of them with all that ran. */
export function Drills() {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const go = useGo()
  const presenting = usePresenting()
  const { data, error, refetch } = useDrills()
  const rows = data?.data ?? []
  // In the order in which they are listed.
  const order = drillGroups(rows).flatMap(([, own]) => own)
  const on = rows.find(({ is_on }) => is_on)
  const open = rows.find(({ drill }) => drill === segments[2]) ?? on
  const at = open === undefined ? -1 : order.indexOf(open)
  const step = (by: number) => {
    const to = order[Math.min(Math.max(at + by, 0), order.length - 1)]
    if (to !== undefined && to !== open) go(['client', 'drills', to.drill])
  }
  useShortcuts({
    j: { does: t('help.keys.next'), run: () => step(1) },
    k: { does: t('help.keys.previous'), run: () => step(-1) },
  })
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!data) return <Loading height={320} />
  const named = segments[2]
  const run = named === undefined ? undefined : segments[3]
  const isUnknown = named !== undefined && !rows.some(({ drill }) => drill === named)
  const isMissing = isUnknown || (run !== undefined && !open?.runs.some(({ drill_id }) => drill_id === run))
  const detail = isMissing ? (
    <Missing what="drill" name={isUnknown || run === undefined ? (named ?? '') : `${named}/${run}`} />
  ) : (
    open && <DrillDetail key={open.drill} known={open} on={on} next={nextToRun(order, at)} run={run} />
  )
  // Before others, the drill that is on is all there is, with its steps as captions.
  if (presenting && open)
    return (
      <>
        <div className={classes.presented} data-slide="">
          <ScrollRegion className={undefined} label={t('drills.drill')}>
            {detail}
          </ScrollRegion>
        </div>
        <StepCaption known={open} />
      </>
    )
  return (
    <div className={classes.layout}>
      <Names rows={rows} open={open} />
      <ScrollRegion className={classes.detail} label={t('drills.drill')}>
        {detail ?? <DrillOverview rows={rows} />}
      </ScrollRegion>
    </div>
  )
}

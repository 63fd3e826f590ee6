import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { controlText, drillChanges } from '../../components/axis/control-text.ts'
import detail from '../../components/detail.module.css'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Loading } from '../../components/loading.tsx'
import { MissingSaid } from '../../components/missing.tsx'
import { Time } from '../../components/time.tsx'
import { useDrills } from '../../data/drills.ts'
import { useFaults } from '../../data/faults.ts'
import { durationText } from '../../data/time-text.ts'
import type { Control } from '../../data/timeline.ts'
import { useHasPast, useTimelineHistory, useTimelineItems } from '../../data/timeline-history.ts'
import { inLanguage, stepsInLanguage } from '../../i18n/drill-texts.ts'
import { useHref } from '../../routing/use-place.ts'
import { ActSince, MoveDid } from './act-since.tsx'
import { FaultText } from './fault-did.tsx'
import classes from './live.module.css'

type DrillAct = Extract<Control, { kind: 'drill' }>

/** To the page of a drill; nothing of one that came with a request, which has none. */
function ToDrill({ drill }: { drill: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const isKnown = useDrills().data?.data.some(known => known.drill === drill)
  if (!isKnown) return null
  return (
    <Action component="a" href={href('client', 'drills', drill)} icon="arrow_right">
      {t('live.show_drill')}
    </Action>
  )
}

/** So many are named one by one. */
const MOST_NAMED = 12

/** Faults by their numbers: those that are there lead to themselves. */
function Faults({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation()
  const href = useHref()
  const named = ids.length > MOST_NAMED + 1 ? ids.slice(0, MOST_NAMED) : ids
  const there = new Set(useFaults().data?.data.map(({ id }) => id))
  return (
    <div className={detail.chips}>
      {named.map(id =>
        there.has(id) ? (
          <IdLink key={id} noun="fault" id={id} text={t('live.fault', { id })} copy="hidden" />
        ) : (
          <span key={id} className="dim">
            {t('live.fault', { id })}
          </span>
        ),
      )}
      {named.length < ids.length && (
        <a className="link" href={href('faults')}>
          {t('live.more_faults', { count: ids.length - named.length })}
        </a>
      )}
    </div>
  )
}

/** What it is about, in the language of the page as far as it is known in it. */
function DrillTitle({ act: { drill, title } }: { act: DrillAct }) {
  const { i18n } = useTranslation()
  const drills = useDrills().data?.data
  if (drills === undefined) return null
  const known = drills.find(one => one.drill === drill)
  return <span>{known === undefined ? title : inLanguage(known, i18n.language).title}</span>
}

function DrillDid({ act }: { act: DrillAct }) {
  const { t, i18n } = useTranslation()
  const { drill, done, fault_ids } = act
  const changes = drillChanges(t, act)
  const drills = useDrills().data?.data
  return (
    <>
      <Section title={t('live.changed')} aside={<ToDrill drill={drill} />}>
        {changes.length === 0 ? (
          <p className={detail.note}>{t('live.changed_nothing')}</p>
        ) : (
          <ul className={classes.course}>
            {changes.map(change => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
        {fault_ids.length > 0 && <Faults ids={fault_ids} />}
      </Section>
      {done !== 'ended' && (
        <Section title={t('live.stages')}>
          <ol className={classes.course}>
            {stepsInLanguage(act, drills, i18n.language).map(step => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Section>
      )}
    </>
  )
}

/** Where that is which it was done to, as far as it has a place of its own. */
function Subject({ act }: { act: Exclude<Control, DrillAct> }) {
  if (act.kind === 'fault' && act.fault_id !== null)
    return (
      <>
        <Faults ids={[act.fault_id]} />
        <FaultText act={act} />
      </>
    )
  if (act.kind === 'assumption') return <IdLink noun="assumption" id={act.assumption} />
  if (act.kind === 'inbox') return <IdLink noun="inbox" id={act.name} />
  return null
}

/** What was done to the world, opened: when, what it changed, and the way to what it was done to. */
export function ActBeside({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const items = useTimelineItems()
  const history = useTimelineHistory()
  const hasPast = useHasPast(history, items)
  const item = items.find(({ key }) => key === `action ${id}`)
  if (item?.lane === 'clock')
    return (
      <>
        <DetailHead title={t('live.jumped', { by: durationText(item.value.to - item.value.from) })} onClose={onClose} />
        <Facts>
          <Time at={item.value.from} />
          <span>
            → <Time at={item.value.to} />
          </span>
        </Facts>
        <MoveDid move={item.value} />
      </>
    )
  if (item?.lane !== 'control') {
    if (!hasPast && history.error === null) return <Loading height={120} />
    return <MissingSaid look="row" title={t('live.no_act', { id })} hint={t('live.no_act_hint')} />
  }
  const act = item.value
  return (
    <>
      <DetailHead
        title={act.kind === 'drill' ? t(`axis.control.drill_${act.done}`, { drill: act.drill }) : controlText(t, act)}
        onClose={onClose}
      />
      <Facts>
        <Time at={item.at} />
        {act.kind === 'drill' && <DrillTitle act={act} />}
        {'tenant' in act && <IdLink noun="tenant" id={act.tenant} copy="hidden" />}
        {act.kind !== 'drill' && <Subject act={act} />}
      </Facts>
      {act.kind === 'drill' ? <DrillDid act={act} /> : <ActSince act={act} />}
    </>
  )
}

import { Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { DrillView, KnownDrillView } from '../../../server/control/protocol/drills.ts'
import { Action } from '../../components/action.tsx'
import { Badge, type Tone } from '../../components/badge.tsx'
import { Caption } from '../../components/caption.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { Panel } from '../../components/panel.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import side from '../../components/side-list.module.css'
import { Time } from '../../components/time.tsx'
import { useDrill, useDrills, useEndDrill, useStageDrill } from '../../data/drills.ts'
import { useHref, usePlace } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { inLanguage, notMetBecause } from './drill-texts.ts'
import classes from './drills.module.css'

type State = DrillView['state']
const SIGNS = {
  staged: { tone: 'info', icon: 'clock' },
  met: { tone: 'warn', icon: 'alert' },
  passed: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  not_met: { tone: 'quiet', icon: 'minus' },
  ended: { tone: 'quiet', icon: 'cross' },
} as const satisfies Record<State, { tone: Tone; icon: IconName }>

function StateBadge({ state }: { state: State }) {
  const { t } = useTranslation()
  return (
    <Badge {...SIGNS[state]} look="plain">
      {t(`client.drill_states.${state}`)}
    </Badge>
  )
}

/** What is done to the world, each step a caption with the moment at which it was done. */
function Steps({ texts, steps }: { texts: readonly string[]; steps: DrillView['steps'] | undefined }) {
  return (
    <ol className={classes.steps}>
      {texts.map((text, index) => {
        const at = steps?.[index]?.at ?? null
        return (
          <li key={text} data-done={at !== null}>
            <span>{text}</span>
            {at !== null && <Time at={at} />}
          </li>
        )
      })}
    </ol>
  )
}

function Conditions({ texts, view }: { texts: readonly string[]; view: DrillView | undefined }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.conditions}>
      {texts.map((text, index) => {
        const { holds, because = null } = view?.conditions[index] ?? {}
        return (
          <li key={text}>
            {holds !== undefined && (
              <Icon
                name={holds ? 'check' : 'cross'}
                size={12}
                label={t(holds ? 'client.condition_holds' : 'client.condition_broken')}
              />
            )}
            <span>
              {text}
              {because !== null && <small lang="en">{because}</small>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Detail({ known }: { known: KnownDrillView }) {
  const { t, i18n } = useTranslation()
  const { drill, drill_id, is_on, needs_receiver } = known
  const view = useDrill(drill_id).data
  const [stage, end] = [useStageDrill(), useEndDrill()]
  const [receiver, setReceiver] = useState('')
  const { title, stages, met_when, conditions } = inLanguage(known, i18n.language)
  const missing = view && notMetBecause(view, i18n.language)
  return (
    <Panel
      title={title}
      about={<code>{drill}</code>}
      actions={
        <>
          {view && <StateBadge state={view.state} />}
          {is_on && drill_id !== null ? (
            <Action icon="check" loading={end.isPending} onClick={() => end.mutate(drill_id)}>
              {t('client.end_drill')}
            </Action>
          ) : (
            <Action
              icon="play"
              loading={stage.isPending}
              onClick={() => stage.mutate(receiver === '' ? { drill } : { drill, receiver })}
            >
              {t('client.stage_drill')}
            </Action>
          )}
        </>
      }
    >
      {needs_receiver && !is_on && (
        <TextInput
          size="xs"
          className={classes.receiver}
          label={t('client.drill_receiver')}
          placeholder="http://127.0.0.1:3000/hooks"
          value={receiver}
          onChange={event => setReceiver(event.currentTarget.value)}
        />
      )}
      <h3 className={classes.title}>{t('client.drill_steps')}</h3>
      <Steps texts={stages} steps={view?.steps} />
      <h3 className={classes.title}>{t('client.drill_met')}</h3>
      <p className={classes.met}>
        {met_when}
        {missing && <small lang={missing.lang}>{missing.text}</small>}
      </p>
      <h3 className={classes.title}>{t('client.drill_passes')}</h3>
      <Conditions texts={conditions} view={view} />
    </Panel>
  )
}

/** What was done to the world last; before anything was, what the drill is. */
function StepCaption({ known }: { known: KnownDrillView }) {
  const { t, i18n } = useTranslation()
  const view = useDrill(known.drill_id).data
  const { title, stages } = inLanguage(known, i18n.language)
  const done = view?.steps.filter(({ at }) => at !== null).length ?? 0
  return (
    <Caption
      title={stages[done - 1] ?? title}
      note={view && t(`client.drill_states.${view.state}`)}
      step={done}
      of={stages.length}
    />
  )
}

/** Bad days for a client: which there are, and one of them step by step while it is on. */
export function Drills() {
  const { t, i18n } = useTranslation()
  const { segments } = usePlace()
  const href = useHref()
  const presenting = usePresenting()
  const { data, error, refetch } = useDrills()
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!data) return <Skeleton role="status" height={320} m="md" aria-label={t('common.loading')} />
  const rows = data.data
  const open = rows.find(({ drill }) => drill === segments[2]) ?? rows.find(({ is_on }) => is_on)
  // Before others, the drill that is on is all there is, with its steps as captions.
  if (presenting && open)
    return (
      <>
        <ScrollRegion className={classes.presented} label={t('client.drill')}>
          <Detail key={open.drill} known={open} />
        </ScrollRegion>
        <StepCaption known={open} />
      </>
    )
  return (
    <div className={classes.layout}>
      <nav aria-label={t('client.drills')} className={classes.names}>
        <ul className={side.list}>
          {rows.map(row => (
            <li key={row.drill}>
              <Link
                className={side.item}
                href={href('client', 'drills', row.drill)}
                aria-current={row === open ? 'page' : undefined}
              >
                <span className={side.name}>{inLanguage(row, i18n.language).title}</span>
                {row.is_on && <span className={side.note}>{t('client.drill_on')}</span>}
                <span className={side.about}>{row.drill}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ScrollRegion className={classes.detail} label={t('client.drill')}>
        {open ? (
          <Detail key={open.drill} known={open} />
        ) : (
          <EmptyState
            icon="client"
            title={t('client.no_drill_open')}
            hint={t('client.drills_hint')}
            command="npx ringback drill -- npm run sync"
          />
        )}
      </ScrollRegion>
    </div>
  )
}

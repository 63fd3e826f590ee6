import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownDrillView } from '../../../server/control/protocol/drills.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Icon } from '../../components/icons.tsx'
import { isNotStaged, useDrill, useEndDrill, useStageDrill } from '../../data/drills.ts'
import { useWorldId } from '../../data/world.tsx'
import { inLanguage } from '../../i18n/drill-texts.ts'
import { useGo, useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { inFreshWorld, inThisWorld, RECEIVER_EXAMPLE } from './drill-commands.ts'
import { EventsOf } from './drill-events-of.tsx'
import { DrillLog } from './drill-log.tsx'
import { asGiven, withAddress } from './drill-receiver.ts'
import { ReceiverFields } from './drill-receiver-fields.tsx'
import { DrillRuns } from './drill-runs.tsx'
import { SIGNS, stateOf } from './drill-signs.ts'
import { DrillStanding } from './drill-standing.tsx'
import { isUnsent, SHORT_SIGNS, shortOf } from './drill-standing-of.ts'
import { DrillSteps } from './drill-steps.tsx'
import classes from './drills.module.css'

interface Props {
  known: KnownDrillView
  /** The one that is on in this world: there is one at a time. */
  on: KnownDrillView | undefined
  /** Which to run after it. */
  next: KnownDrillView | undefined
  /** One of its runs; the newest where none is named. */
  run: string | undefined
}

/** One drill: how it stands and what to do now, its three steps, what ran, and how to run it by a command. */
export function DrillDetail({ known, on, next, run }: Props) {
  const { t, i18n } = useTranslation()
  const href = useHref()
  const presenting = usePresenting()
  const { drill, is_on, needs_receiver } = known
  const stage = useStageDrill()
  const known_view = useDrill(run ?? known.drill_id).data
  const of_view = known.runs.find(({ drill_id }) => drill_id === known_view?.drill_id)
  const view = known_view && of_view ? withAddress(t, known_view, of_view) : known_view
  const last = known.runs.at(-1)
  const [receiver, setReceiver] = useState(() => asGiven(last?.receiver))
  const [effects, setEffects] = useState(() => asGiven(last?.effects_url))
  const conditions = known.conditions
  const who = needs_receiver ? 'receiver' : 'client'
  const text = inLanguage(known, i18n.language)
  const state = view?.state ?? stateOf(known)
  const texts = text.stages
  const short = view && shortOf(view, who)
  const form = needs_receiver && !is_on && !presenting && (
    <ReceiverFields
      drill={drill}
      receiver={receiver}
      onReceiver={setReceiver}
      effects={effects}
      onEffects={setEffects}
    />
  )
  return (
    <section className={classes.drill} aria-label={text.title}>
      <header className={classes.head}>
        <div>
          <h2>{text.title}</h2>
          <code>{drill}</code>
          <Badge {...SIGNS[short === undefined ? state : SHORT_SIGNS[short]]}>
            {t(`drills.states.${short ?? state}`)}
          </Badge>
        </div>
        <span className={classes.buttons}>
          {!is_on && view && next && (
            <Action component="a" icon="arrow_right" href={href('client', 'drills', next.drill)}>
              {t('drills.next', { title: inLanguage(next, i18n.language).title })}
            </Action>
          )}
          <Buttons
            known={known}
            on={on}
            stage={stage}
            receiver={receiver}
            effects={effects}
            isEnding={view?.drill_id === known.drill_id && view?.is_ending === true}
            sends={view?.drill_id === known.drill_id && view !== undefined && isUnsent(view)}
          />
        </span>
      </header>
      {!is_on && !presenting && on === undefined && <p className={classes.hint}>{t('drills.sets_live')}</p>}
      {form && known.drill_id === null && form}
      {form && known.drill_id !== null && (
        <details className={classes.again}>
          <summary>
            {t('drills.next_receiver')}
            {t('common.colon')}
            {receiver === '' ? t('drills.of_world') : receiver}
          </summary>
          {form}
        </details>
      )}
      {stage.error && <NotStarted drill={drill} error={stage.error} />}
      {view && <DrillStanding view={view} who={who} />}
      {view && needs_receiver && <EventsOf view={view} />}
      {(view || known.drill_id === null) && !presenting && <DrillRuns known={known} shown={view?.drill_id} />}
      {!is_on && on !== undefined && (
        <p className={classes.hint}>
          {t('drills.other_on')}
          {t('common.between_sentences')}
          <a className="link" href={href('client', 'drills', on.drill)}>
            {inLanguage(on, i18n.language).title}
          </a>
        </p>
      )}
      <div className={classes.columns}>
        <div className={classes.part}>
          <DrillSteps text={text} conditions={conditions} who={who} view={view} />
        </div>
        {view && (
          <DrillLog
            view={view}
            who={who}
            texts={texts}
            conditions={new Map(conditions.map((one, index) => [one, text.conditions[index] ?? one]))}
          />
        )}
        {!is_on && !presenting && <ByCommand known={known} receiver={receiver} effects={effects} />}
      </div>
    </section>
  )
}

/** Why it cannot be started here, and how it can be run all the same. */
function NotStarted({ drill, error }: { drill: string; error: Error }) {
  const { t } = useTranslation()
  return (
    <div className={classes.standing} data-tone="warn" role="alert">
      <Icon name="alert" size={20} />
      <div>
        <p className={classes.says}>{t('drills.not_started')}</p>
        <p>
          <ErrorText error={error} />
        </p>
        {isNotStaged(error) && (
          <CommandLine label={t('drills.elsewhere')} command={inFreshWorld(drill, { receiver: undefined })} />
        )}
      </div>
    </div>
  )
}

function Buttons({
  known,
  on,
  stage,
  receiver,
  effects,
  isEnding,
  sends,
}: Pick<Props, 'known' | 'on'> & {
  stage: ReturnType<typeof useStageDrill>
  receiver: string
  effects: string
  /** Whether it is being ended, from this page or from elsewhere. */
  isEnding: boolean
  /** Whether its end delivers what it has to deliver. */
  sends: boolean
}) {
  const { t } = useTranslation()
  const end = useEndDrill()
  const go = useGo()
  const { drill, drill_id, is_on } = known
  if (is_on && drill_id !== null)
    return (
      <Action variant="filled" icon="check" loading={end.isPending || isEnding} onClick={() => end.mutate(drill_id)}>
        {t(end.isPending || isEnding ? 'drills.ending' : sends ? 'drills.send' : 'drills.end')}
      </Action>
    )
  return (
    <Action
      variant="filled"
      icon={drill_id === null ? 'play' : 'replay'}
      disabled={on !== undefined}
      loading={stage.isPending}
      onClick={() =>
        stage.mutate(
          { drill, receiver: receiver || undefined, effects_url: effects || undefined },
          { onSuccess: () => go(['client', 'drills', drill]) },
        )
      }
    >
      {t(drill_id === null ? 'drills.start' : 'drills.again')}
    </Action>
  )
}

/** How the client is run against it: in this world, or by a command alone. */
function ByCommand({
  known: { drill, drill_id, needs_receiver },
  receiver,
  effects,
}: {
  known: KnownDrillView
  receiver: string
  effects: string
}) {
  const { t } = useTranslation()
  const world = useWorldId()
  const title = needs_receiver
    ? 'drills.by_receiver'
    : drill_id === null
      ? 'drills.by_command'
      : 'drills.again_by_command'
  const address = needs_receiver ? receiver || RECEIVER_EXAMPLE : undefined
  return (
    <section className={classes.part} aria-label={t(title)}>
      <h3>{t(title)}</h3>
      {needs_receiver ? (
        <p className={classes.hint}>{t('drills.in_this_world_receiver')}</p>
      ) : (
        <CommandLine label={t('drills.in_this_world')} command={inThisWorld(location.origin, world)} />
      )}
      <CommandLine
        label={t(`drills.in_fresh_world.${needs_receiver ? 'receiver' : 'client'}`)}
        command={inFreshWorld(drill, { receiver: address, effects })}
      />
      <p className={classes.hint}>{t('drills.yours')}</p>
    </section>
  )
}

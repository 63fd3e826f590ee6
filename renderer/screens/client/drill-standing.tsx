import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DRILLS } from '../../../server/contract/drills.ts'
import type { Sentence } from '../../../server/contract/sentences.ts'
import type { DrillReasonView, DrillView } from '../../../server/control/protocol/drills.ts'
import type { ActorView } from '../../../server/control/protocol/verdicts.ts'
import { Action } from '../../components/action.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { Icon } from '../../components/icons.tsx'
import { WholeNames } from '../../components/whole-names.tsx'
import { useClockControl } from '../../data/clock-control.tsx'
import { durationText, saidDurationText } from '../../data/time-text.ts'
import { useClockView, useEmulatedNow, useWorldId } from '../../data/world.tsx'
import { notMetBecause } from '../../i18n/drill-not-met.ts'
import { drillReasonText, drillSentenceText } from '../../i18n/drill-said.ts'
import { conditionsIn } from '../../i18n/drill-texts.ts'
import { placeOfNoun } from '../../routing/nouns.ts'
import { useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { callerText } from './callers.ts'
import { inThisWorld } from './drill-commands.ts'
import { failedIn } from './drill-marks.ts'
import { MendText } from './drill-mend.tsx'
import { callersIn, saidFirst } from './drill-reason.ts'
import { SIGNS } from './drill-signs.ts'
import { type StandingKey, standingOf, type Who } from './drill-standing-of.ts'
import classes from './drills.module.css'

/** How a drill stands, in one sentence that is seen first, with what to do now. */
export function DrillStanding({ view, who }: { view: DrillView; who: Who }) {
  const { t } = useTranslation()
  const { state, ended_at } = view
  const isOn = ended_at === null && state !== 'ended'
  const reason = saidFirst(view)
  const key = standingOf(view, isOn, who)
  const said = saidOf(view, reason)
  const sign = SIGNS[signOf(key, view)]
  return (
    <div className={classes.standing} data-tone={sign.tone} role="status">
      <Icon name={sign.icon} size={20} />
      <div>
        <p className={classes.says}>
          <WholeNames>
            {key === 'failed' || key === 'broken' || key === 'undecided'
              ? t(`drills.says.${key}`, {
                  text: said !== undefined ? drillSentenceText(t, said) : reason ? drillReasonText(t, reason) : '',
                })
              : key === 'unsent' || key === 'nobody_tried' || (who === 'receiver' && key !== 'ended')
                ? t(
                    `drills.says_of_receiver.${key === 'unsent' && view.attempts_made + view.inbox_attempts_made > 0 ? 'unsent_so_far' : key === 'passed' && view.not_tried.length > 0 ? 'passed_in_part' : key}`,
                  )
                : t(`drills.says.${key}`)}
          </WholeNames>
        </p>
        {isOn && key !== 'out_of_reach' && <ClockStands view={view} />}
        {(key === 'failed' || key === 'broken' || key === 'undecided') && view.met !== null && (
          <Figures isFolded={said !== undefined && said === view.too_early?.sentence}>
            {said !== undefined && said === view.too_early?.sentence && reason && <p>{drillReasonText(t, reason)}</p>}
            {/* What is missing yet has not failed, so that nothing adds up before the end. */}
            {key === 'failed' && <InAll view={view} reason={reason} />}
            <ToldToWait view={view} />
          </Figures>
        )}
        {(key === 'out_of_reach' || key === 'nobody_tried') && <NotMet view={view} />}
        {isOn && <Do view={view} standing={key} who={who} />}
        {isOn && <Running view={view} standing={key} who={who} />}
        <OtherFaults view={view} />
        {(key === 'failed' || key === 'broken' || (key === 'undecided' && view.met !== null)) &&
          reason !== undefined && <Mend reason={reason} callers={callersIn(view, reason)} />}
        {key === 'not_met' && <NotMet view={view} />}
      </div>
      {isOn && view.awaits && Date.parse(view.awaits.at) > Date.parse(view.clock.now) && (
        <GoTo at={view.awaits.at} what={t(`drills.awaits.${view.awaits.what}`)} look="named" />
      )}
    </div>
  )
}

function signOf(standing: StandingKey, { state }: DrillView): keyof typeof SIGNS {
  if (standing === 'broken') return 'failed'
  if (standing === 'out_of_reach') return 'undecided'
  if (standing === 'nobody_tried') return 'not_met'
  return standing === 'met' ? 'met' : state
}

/** What to do now with one that is on. */
function Do({ view, standing: is, who }: { view: DrillView; standing: StandingKey; who: Who }) {
  const { t } = useTranslation()
  if (is === 'failed' || is === 'undecided' || is === 'not_met' || is === 'passed' || is === 'ended') return null
  if (who === 'receiver' || is === 'unsent' || is === 'nobody_tried') return <p>{t(`drills.do_of_receiver.${is}`)}</p>
  return <p>{t(`drills.do.${is === 'met' && view.awaits?.what === 'tokyo_midnight' ? 'met_before_midnight' : is}`)}</p>
}

/** What is said first in the place of the worst reason: how many came too early, why nothing was judged, or what was not tried. */
function saidOf(view: DrillView, reason: DrillReasonView | undefined): Sentence | undefined {
  if (view.state === 'undecided' && view.met === null) return view.not_come_by ?? undefined
  if (reason === undefined) return view.state === 'undecided' ? view.not_tried[0]?.sentence : undefined
  return reason.decided && reason.asked.length > 0 ? view.too_early?.sentence : undefined
}

/** What adds up: below one plain sentence it is folded. */
function Figures({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  if (!isFolded) return children
  return (
    <details className={classes.figures}>
      <summary>{t('drills.details')}</summary>
      {children}
    </details>
  )
}

/** The drill has set the clock to live; where somebody has frozen it since, whoever waits for it waits for ever. */
function ClockStands({ view: { awaits, clock } }: { view: DrillView }) {
  const { t } = useTranslation()
  const { setPace } = useClockControl()
  const known = useClockView()
  if ((known?.pace ?? clock.pace) !== 'frozen') return null
  const isAhead = awaits !== null && Date.parse(awaits.at) > Date.parse(clock.now)
  return (
    <div className={classes.stands} role="alert">
      <Icon name="alert" size={14} />
      <span>{t(`drills.clock_stands.${isAhead ? awaits.what : 'nothing'}`)}</span>
      <Action icon="play" onClick={() => setPace('live')}>
        {t('drills.clock_go')}
      </Action>
    </div>
  )
}

const inFigures = (count: number) => ({ count, n: count.toLocaleString('en') })

/** How many failed in all, where the first reason counts fewer, and what they add up from. */
function InAll({ view, reason }: { view: DrillView; reason: DrillReasonView | undefined }) {
  const { t, i18n } = useTranslation()
  const { all: count, marked } = failedIn(view)
  const { at_fault_total = 0, deliveries = [] } = reason ?? {}
  if (count <= at_fault_total + deliveries.length) return null
  const figures = { ...inFigures(count), marked: marked.toLocaleString('en') }
  const nameOf = conditionNames(view, i18n.language)
  const parts = view.failed_by.flatMap(({ condition, count: its }, place) => {
    if (its === 0) return []
    if (place === 0) return [t('drills.failed_parts.first', inFigures(its))]
    return [t('drills.failed_parts.more', { ...inFigures(its), condition: nameOf(condition) })]
  })
  const also = view.failed_by.flatMap(one =>
    one.also === 0 ? [] : [t('drills.also_failed', { ...inFigures(one.also), condition: nameOf(one.condition) })],
  )
  const adds = requestsFailed(view) === count && parts.length > 1
  return (
    <p>
      {adds
        ? [
            t('drills.in_all_of', { ...figures, parts: parts.join(t('drills.told_between')) }),
            ...also,
            ...(marked === count ? [] : [t('drills.marked_of', figures)]),
          ].join(t('common.between_sentences'))
        : t(marked === count ? 'drills.in_all' : 'drills.in_all_marked', figures)}
    </p>
  )
}

/** The conditions of a drill in the language of the page, by the words in which the server knows them. */
function conditionNames({ drill, conditions, not_tried }: DrillView, language: string): (known: string) => string {
  const { passes_when = [] } = DRILLS.find(row => row.drill === drill) ?? {}
  const known =
    passes_when.length > 0 ? passes_when.map(({ text }) => text) : [...conditions, ...not_tried].map(({ text }) => text)
  const texts = conditionsIn(drill, language)
  return text => texts?.[known.indexOf(text)] ?? text
}

/** Of all that failed, those that clients sent. */
const requestsFailed = ({ failed_by }: DrillView): number => failed_by.reduce((sum, { count }) => sum + count, 0)

const PARTS = ['counted', 'in_doubt', 'not_counted', 'in_time'] as const

/** How all that were told to wait count, where some of them came early: reasons tell of parts of them, each by itself. */
function ToldToWait({ view }: { view: DrillView }) {
  const { t } = useTranslation()
  const { told_to_wait: of } = view
  const more = requestsFailed(view) - of.counted - of.failed_otherwise
  const failed = of.failed_otherwise
  if (of.all === of.in_time) return null
  const parts = PARTS.filter(part => of[part] > 0).map(part =>
    t(`drills.told_parts.${part}`, { count: of[part], n: of[part].toLocaleString('en') }),
  )
  return (
    <p>
      {t('drills.told_to_wait', {
        count: of.all,
        n: of.all.toLocaleString('en'),
        wait: waitText(t, of),
        parts: parts.join(t('drills.told_between')),
      })}
      {failed > 0 &&
        `${t('common.between_sentences')}${t('drills.failed_otherwise', { count: failed, n: failed.toLocaleString('en') })}`}
      {more > 0 &&
        (of.counted > 0 || view.too_early !== null) &&
        `${t('common.between_sentences')}${t('drills.told_more', { count: more, n: more.toLocaleString('en') })}`}
    </p>
  )
}

/** `15 s`, or `12 s to 15 s` where answers asked for waits of several lengths. */
function waitText(t: TFunction, { shortest_seconds, longest_seconds }: DrillView['told_to_wait']): string {
  const shortest = saidDurationText(shortest_seconds ?? 0)
  const longest = saidDurationText(longest_seconds ?? 0)
  return shortest === longest ? shortest : t('drills.from_to', { shortest, longest })
}

/** How long it has been on and what has come, and until then how to run the client against it. */
function Running({
  view: { staged_at, requests_sent, under_way, attempts_made, inbox_attempts_made },
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
        {attempts_made > 0 && <span>{t('drills.deliveries', inFigures(attempts_made))}</span>}
        {inbox_attempts_made > 0 && <span>{t('drills.to_inboxes', inFigures(inbox_attempts_made))}</span>}
      </p>
    </>
  )
}

/** What may come, or came, upon the client that the drill has not brought about. */
function OtherFaults({ view: { other_faults } }: { view: DrillView }) {
  const { t } = useTranslation()
  const href = useHref()
  return other_faults.map(({ fault_id, of, hits }) => (
    <p key={fault_id}>
      {hits > 0
        ? t('drills.other_fault.has_hit', { fault: fault_id, count: hits })
        : t(`drills.other_fault.may_hit_${of}`, { fault: fault_id })}
      {t('common.between_sentences')}
      <a className="link" href={href(...placeOfNoun('fault', fault_id))}>
        {t('drills.other_fault.show', { fault: fault_id })}
      </a>
    </p>
  ))
}

function NotMet({ view }: { view: DrillView }) {
  const { i18n } = useTranslation()
  const missing = notMetBecause(view, i18n.language)
  return missing === undefined ? null : (
    <p lang={missing.lang}>
      <WholeNames>
        {/[.。]$/.test(missing.text) ? missing.text : `${missing.text}${missing.lang === 'ja' ? '。' : '.'}`}
      </WholeNames>
    </p>
  )
}

/** How to mend what has failed, and where to see what shows it. */
function Mend({ reason, callers }: { reason: DrillReasonView; callers: readonly ActorView[] }) {
  const { rule, finding_id, certify, opens: request, deliveries, hit_by_others } = reason
  const { t } = useTranslation()
  const href = useHref()
  const [delivery] = deliveries
  return (
    <>
      {callers.length > 0 && (
        <p>
          <strong>{t('drills.caller', { count: callers.length })}</strong>
          {t('common.colon')}
          <span translate="no">{callers.map(callerText).join(t('client.between'))}</span>
        </p>
      )}
      <p>
        <MendText reason={reason} />
      </p>
      {hit_by_others.map(({ seq, fault_id }) => (
        <p key={seq}>{drillSentenceText(t, { id: 'foreign_hit', figures: { seq, fault: fault_id } })}</p>
      ))}
      <div className={classes.links}>
        {request && (
          <Action component="a" icon="requests" href={href(...placeOfNoun('request', request.request_id))}>
            {t('drills.open_request', { seq: request.seq })}
          </Action>
        )}
        {request === null && delivery !== undefined && (
          <Action component="a" icon="webhooks" href={href(...placeOfNoun('delivery', delivery))}>
            {t('drills.open_delivery')}
          </Action>
        )}
        {rule !== null && (
          <Action
            component="a"
            icon="client"
            href={`${href('client', rule)}${finding_id === null ? '' : `?finding=${finding_id}`}`}
          >
            {t('drills.open_rule')}
          </Action>
        )}
        {certify && (
          <Action component="a" icon="signature" href={href('webhooks', 'certify')}>
            {t('drills.certify')}
          </Action>
        )}
      </div>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import type { Sentence } from '../../../server/contract/sentences.ts'
import type { DrillReasonView, DrillView } from '../../../server/control/protocol/drills.ts'
import type { ActorView } from '../../../server/control/protocol/verdicts.ts'
import { Action } from '../../components/action.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { Icon } from '../../components/icons.tsx'
import { WholeNames } from '../../components/whole-names.tsx'
import { useClockControl } from '../../data/clock-control.tsx'
import { useClockView } from '../../data/world.tsx'
import { notMetBecause } from '../../i18n/drill-not-met.ts'
import { drillReasonText, drillSentenceText } from '../../i18n/drill-said.ts'
import { placeOfNoun } from '../../routing/nouns.ts'
import { useHref } from '../../routing/use-place.ts'
import { callerText } from './callers.ts'
import { Besides } from './drill-besides.tsx'
import { Figures, InAll, ToldToWait } from './drill-figures.tsx'
import { MendText } from './drill-mend.tsx'
import { callersIn, saidFirst } from './drill-reason.ts'
import { Do, Running } from './drill-running.tsx'
import { SIGNS } from './drill-signs.ts'
import { isOfReceiver, type StandingKey, standingOf, type Who } from './drill-standing-of.ts'
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
              : isOfReceiver(key) || (who === 'receiver' && key !== 'ended' && key !== 'staged')
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
        {!isOn && <Besides view={view} />}
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

/** What is said first in the place of the worst reason: how many came too early, why nothing was judged, or what was not tried. */
function saidOf(view: DrillView, reason: DrillReasonView | undefined): Sentence | undefined {
  if (view.state === 'undecided' && view.met === null) return view.not_come_by ?? undefined
  if (reason === undefined) return view.state === 'undecided' ? view.not_tried[0]?.sentence : undefined
  return reason.decided && reason.asked.length > 0 ? view.too_early?.sentence : undefined
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

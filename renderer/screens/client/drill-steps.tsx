import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isForGood } from '../../../server/contract/drill-reasons.ts'
import { saysAll, waitSentence } from '../../../server/contract/drill-sentences.ts'
import type { DrillConditionView, DrillView } from '../../../server/control/protocol/drills.ts'
import { Icon, type IconName } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Time } from '../../components/time.tsx'
import { WholeNames } from '../../components/whole-names.tsx'
import { notMetBecause } from '../../i18n/drill-not-met.ts'
import { drillReasonText, drillSentenceText } from '../../i18n/drill-said.ts'
import type { DrillText } from '../../i18n/drill-texts.ts'
import { MendText } from './drill-mend.tsx'
import { saidFirst } from './drill-reason.ts'
import {
  type ConditionStanding,
  conditionStanding,
  isNobodyTried,
  isOutOfReach,
  type Progress,
  progressOf,
} from './drill-signs.ts'
import { awaitsNext, isUnsent } from './drill-standing-of.ts'
import classes from './drill-steps.module.css'

const PROGRESS_ICONS = {
  done: 'check',
  now: 'clock',
  ahead: 'dashed',
  failed: 'cross',
  undecided: 'alert',
  missed: 'minus',
} as const satisfies Record<Progress, IconName>

interface StepProps {
  n: number
  title: string
  /** `undefined`: the drill was never run, so that the steps have only an order. */
  is: Progress | undefined
  children: ReactNode
}

function Step({ n, title, is, children }: StepProps) {
  const { t } = useTranslation()
  return (
    <li className={classes.step} data-is={is} aria-current={is === 'now' ? 'step' : undefined}>
      <span className={classes.knot}>
        {is === undefined ? (
          <span aria-hidden="true">{n}</span>
        ) : (
          <Icon name={PROGRESS_ICONS[is]} size={12} label={t(`drills.step_states.${is}`)} />
        )}
      </span>
      <h3>{title}</h3>
      {children}
    </li>
  )
}

interface Props {
  text: Omit<DrillText, 'not_met'>
  /** What `text` says of its conditions, in the words by which the server knows them. */
  conditions: readonly string[]
  /** Whom it tries. */
  who: 'client' | 'receiver'
  view: DrillView | undefined
}

/** The three steps of a drill: what is done to the world, what comes of it upon the client, and what that one must do. */
export function DrillSteps({ text, conditions, who, view }: Props) {
  const { t } = useTranslation()
  const progress = view === undefined ? [] : progressOf(view, { isUnsent: isUnsent(view) })
  return (
    <ol className={classes.steps} aria-label={t('drills.progress')}>
      <Step n={1} title={t('drills.done_to_world')} is={progress[0]}>
        <ul>
          {text.stages.map((stage, index) => {
            const { at = null, removed_at = null } = view?.steps[index] ?? {}
            return (
              <li key={stage}>
                <span>
                  <WholeNames>{stage}</WholeNames>
                </span>
                {at !== null && (
                  <small>
                    <Time at={at} />
                  </small>
                )}
                {removed_at !== null && (
                  <small>
                    {t('drills.faults_removed')}
                    {t('common.colon')}
                    <Time at={removed_at} />
                  </small>
                )}
              </li>
            )
          })}
        </ul>
      </Step>
      <Step n={2} title={t(`drills.comes.${who}`)} is={progress[1]}>
        <Comes text={text.met_when} view={view} />
      </Step>
      <Step n={3} title={t(`drills.must.${who}`)} is={progress[2]}>
        <ul>
          {text.conditions.map((condition, index) => (
            <Condition key={condition} text={condition} known={conditions[index] ?? condition} view={view} />
          ))}
        </ul>
      </Step>
    </ol>
  )
}

function Comes({ text, view }: { text: string; view: DrillView | undefined }) {
  const { t, i18n } = useTranslation()
  const { met = null, ended_at = null } = view ?? {}
  // Once it has ended, or can no longer come, how it stands says so already.
  const isSaid = view === undefined || ended_at !== null || isOutOfReach(view) || isNobodyTried(view) || isUnsent(view)
  const missing = isSaid ? undefined : notMetBecause(view, i18n.language)
  const isWhole = view?.not_come_by != null && saysAll(view.not_come_by)
  return (
    <ul>
      <li>
        <span>{met === null ? t('drills.met_when', { text }) : text}</span>
        {met !== null && (
          <small>
            <Time at={met.at} />
            {met.request && (
              <>
                {` · ${t('drills.came_by')}`}
                <IdLink noun="request" id={met.request.request_id} text={`#${met.request.seq}`} copy="hidden" />
              </>
            )}
          </small>
        )}
        {missing && (
          <small lang={missing.lang}>
            <WholeNames>{isWhole ? missing.text : t('drills.not_yet', { text: missing.text })}</WholeNames>
          </small>
        )}
      </li>
    </ul>
  )
}

/** As many show how a client waits; all are in What ran. */
const MOST_WAITS = 4

/** The waits, and what else shows that a condition holds, by their requests. */
function Waits({ of: { waits, waits_total, shown, shown_total } }: { of: DrillConditionView }) {
  const { t } = useTranslation()
  const more = waits_total - Math.min(waits.length, MOST_WAITS) + shown_total - Math.min(shown.length, MOST_WAITS)
  return (
    <>
      {waits.slice(0, MOST_WAITS).map(wait => (
        <small key={wait.request.request_id}>{drillSentenceText(t, waitSentence(wait))}</small>
      ))}
      {shown.slice(0, MOST_WAITS).map(({ text, sentence }) => (
        <small key={text}>{drillSentenceText(t, sentence)}</small>
      ))}
      {more > 0 && <small>{t('drills.more_waits', { count: more })}</small>}
    </>
  )
}

const STANDING_ICONS = {
  holds: 'check',
  broken: 'cross',
  undecided: 'alert',
  open: 'clock',
  untried: 'dashed',
  not_judged: 'dashed',
} as const satisfies Record<ConditionStanding, IconName>

function Condition({ text, known, view }: { text: string; known: string; view: DrillView | undefined }) {
  const { t } = useTranslation()
  const condition = view?.conditions.find(one => one.text === known)
  const untried = view?.not_tried.find(one => one.text === known)
  if (untried !== undefined) {
    const isToCome = untried.sentence.id === 'probe_waits' && view?.ended_at === null && view.state !== 'ended'
    return (
      <li className={classes.condition} data-is={isToCome ? 'open' : 'untried'}>
        <Icon
          name={STANDING_ICONS[isToCome ? 'open' : 'untried']}
          size={13}
          label={t(isToCome ? 'drills.open' : 'drills.not_tried')}
        />
        <span>
          <WholeNames>{text}</WholeNames>
          <small>
            <WholeNames>
              {isToCome
                ? t('drills.probe_to_come')
                : untried.sentence.id === 'probe_none'
                  ? t('drills.untried_without_probe')
                  : t('drills.untried_because', {
                      why: drillSentenceText(t, untried.sentence).replace(/[.。]$/, ''),
                    })}
            </WholeNames>
          </small>
        </span>
      </li>
    )
  }
  if (condition === undefined || view === undefined) return <li className={classes.aim}>{text}</li>
  const standing = awaitsNext(view) ? 'open' : conditionStanding(condition, view)
  const isJudged = standing !== 'not_judged'
  // What is said first is how it stands, but what may only be missing yet is said here alone.
  const first = saidFirst(view)
  const reasons = condition.reasons.filter(
    reason => !isJudged || !(reason === first && (view.ended_at !== null || isForGood(reason))),
  )
  // How to mend what is said first stands there.
  const told = new Set(view.ended_at !== null && first !== undefined ? [first.rule ?? first.sentence.id] : [])
  return (
    <li className={classes.condition} data-is={isJudged ? standing : 'untried'}>
      <Icon name={STANDING_ICONS[standing]} size={13} label={t(`drills.${standing}`)} />
      <span>
        <WholeNames>{text}</WholeNames>
        {standing === 'holds' && <Waits of={condition} />}
        {reasons.map(reason => (
          <small key={reason.text} data-decided={reason.decided}>
            <WholeNames>
              {isJudged
                ? drillReasonText(t, reason)
                : t('drills.not_judged_because', { text: drillReasonText(t, reason) })}
            </WholeNames>
            {isJudged && view.ended_at !== null && !told.has(reason.rule ?? reason.sentence.id) && (
              <small>
                <MendText reason={reason} />
              </small>
            )}
          </small>
        ))}
        {condition.reasons_total > condition.reasons.length && (
          <small>{t('drills.more_reasons', { count: condition.reasons_total - condition.reasons.length })}</small>
        )}
      </span>
    </li>
  )
}

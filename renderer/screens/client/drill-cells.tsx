import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrillLeftOutView, DrillRequestView, DrillUnderWayView } from '../../../server/control/protocol/drills.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { HeldNow } from '../../components/held-now.tsx'
import type { IconName } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Method, PathText } from '../../components/request-text.tsx'
import { HttpStatus } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { saidDurationText } from '../../data/time-text.ts'
import classes from './drill-log.module.css'
import { inOrder, type Mark } from './drill-marks.ts'

/** How a request counts. */
export interface Counted {
  marks: readonly Mark[]
  /** Whether it failed since no answer ended it. */
  isUnanswered: boolean
  /** The conditions that it fails, where that is not clear. */
  fails: readonly string[]
  /** Whether the answer to the one that it came after did not arrive whole. */
  isLost: boolean
}

const MARK_SIGNS = {
  met: { tone: 'info', icon: 'arrow_right' },
  shows: { tone: 'bad', icon: 'cross' },
  so_far: { tone: 'bad', icon: 'clock' },
  awaits: { tone: 'info', icon: 'clock' },
  doubt: { tone: 'warn', icon: 'alert' },
  asked: { tone: 'quiet', icon: 'clock' },
} as const satisfies Record<Mark, { tone: Tone; icon: IconName }>

/** `asked`: the seconds for which an answer asked to be waited. */
export function MarkBadges({ marks, asked = null }: { marks: readonly Mark[]; asked?: number | null }) {
  const { t } = useTranslation()
  return marks.map(mark => (
    <Badge key={mark} {...MARK_SIGNS[mark]} look="plain">
      {mark === 'asked' && asked !== null
        ? t('drills.marks.asked_for', { wait: saidDurationText(asked) })
        : t(`drills.marks.${mark}`)}
    </Badge>
  ))
}

/** Every refusal that asked for a wait says so, whether or not something came too early to it. */
const withAsked = (marks: readonly Mark[], { status, retry_after, answered }: DrillRequestView): readonly Mark[] =>
  retry_after === null || answered !== 'whole' || (status !== 429 && status !== 503) || marks.includes('asked')
    ? marks
    : inOrder(new Set<Mark>([...marks, 'asked']))

/** How long it has waited since the refusal or attempt before it, and how it counts that this was too short. */
function AfterText({ after, isLost }: { after: DrillRequestView['after']; isLost: boolean }) {
  const { t } = useTranslation()
  if (after === null) return null
  const { request, waited_seconds, asked_seconds, early } = after
  const figures = { seq: request.seq, gap: saidDurationText(waited_seconds, asked_seconds) }
  if (asked_seconds === null)
    return (
      <span className={classes.after}>{t(isLost ? 'drills.after.attempt_lost' : 'drills.after.attempt', figures)}</span>
    )
  return (
    <span className={classes.after}>
      {t('drills.after.refusal', { ...figures, wait: saidDurationText(asked_seconds, waited_seconds) })}
      {early !== null && early !== 'counted' && (
        <>
          {t('common.between_sentences')}
          {t(`drills.after.${early}`)}
        </>
      )}
    </span>
  )
}

/** In characters: a shorter path has its line beside the longest answer, in the smallest window. */
const SHORT = 20

/** What every request has: its number, what it asked, and what became of it by now. */
export function RequestCells({
  request: { request_id, seq, method, path, query },
  children,
}: {
  request: DrillRequestView | DrillUnderWayView
  children: ReactNode
}) {
  const isShort = path.length + query.length < SHORT
  return (
    <>
      <td>
        <IdLink noun="request" id={request_id} text={`#${seq}`} copy="hidden" />
      </td>
      <td className={isShort ? 'nowrap' : classes.path}>
        <Method method={method} /> <PathText path={path} query={query} lines={isShort ? 'one' : 'several'} />
      </td>
      <td className={classes.answer}>{children}</td>
    </>
  )
}

/** How one was answered, and how that counts. */
export function Answer({
  request,
  marks,
  isUnanswered,
  isLost,
  fails,
}: {
  request: DrillRequestView
} & Counted) {
  const { t } = useTranslation()
  const { status, code, retry_after, answered, broken_off, after } = request
  const held = Date.parse(request.ended_at) - Date.parse(request.at)
  return (
    <>
      {answered === 'whole' ? (
        <HttpStatus status={status} code={code} look="plain" />
      ) : (
        <Badge tone="bad" icon="plug" look="plain">
          {t(`client.answered.${broken_off === 'truncated' ? broken_off : answered}`)}
        </Badge>
      )}
      <MarkBadges marks={withAsked(marks, request)} asked={retry_after} />
      {isUnanswered && marks.includes('shows') && <span className={classes.after}>{t('drills.after.unanswered')}</span>}
      {answered === 'gone' && held > 0 && (
        <span className={classes.after}>
          {t('drills.left_after', { gap: saidDurationText(held / 1_000) })}{' '}
          <Time at={request.ended_at} show="clock" zoneName="hidden" />
        </span>
      )}
      {fails.map(condition => (
        <span key={condition} className={classes.after}>
          {t('drills.after.failed_by', { condition })}
        </span>
      ))}
      <AfterText after={after} isLost={isLost} />
    </>
  )
}

/** Of one that is not over: which fault holds it, and for how long by now. */
export function UnderWay({ request, isOver }: { request: DrillUnderWayView; isOver: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <Badge tone="info" icon="clock" look="plain">
        {t(isOver ? 'drills.was_under_way' : 'drills.is_under_way')}
      </Badge>
      {request.unanswered === 'now' && <HeldNow {...request} />}
    </>
  )
}

/** Requests in a row that are not listed, and how many of them failed, where that is said of the client. */
export function GapCells({
  gap: { first, last, count, failed },
  isHeld,
}: {
  gap: DrillLeftOutView
  /** Whether what failed is said of the client. */
  isHeld: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      <td>
        <IdLink noun="request" id={first.request_id} text={`#${first.seq}`} copy="hidden" />
      </td>
      <td colSpan={2}>
        <span className="dim">{t('drills.left_out', { last: last.seq, count, n: count.toLocaleString('en') })}</span>
        {isHeld && failed > 0 && (
          <>
            {' '}
            <Badge tone="bad" icon="cross" look="plain">
              {t('drills.left_out_failed', { count: failed, n: failed.toLocaleString('en') })}
            </Badge>
          </>
        )}
      </td>
    </>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  DrillAttemptView,
  DrillLeftOutView,
  DrillRequestView,
  DrillUnderWayView,
  DrillView,
} from '../../../server/control/protocol/drills.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { HeldNow } from '../../components/held-now.tsx'
import type { IconName } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Method, PathText } from '../../components/request-text.tsx'
import { HttpStatus } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { WholeNames } from '../../components/whole-names.tsx'
import { saidDurationText } from '../../data/time-text.ts'
import classes from './drill-log.module.css'
import { failedIn, inOrder, isHeldAgainst, type Mark, marksOf, unansweredIn } from './drill-marks.ts'
import { saidFirst } from './drill-reason.ts'
import drills from './drills.module.css'

type Entry = { readonly at: string; readonly key: string } & (
  | { readonly kind: 'step'; readonly text: string }
  | { readonly kind: 'request'; readonly request: DrillRequestView }
  | { readonly kind: 'left_out'; readonly gap: DrillLeftOutView }
  | { readonly kind: 'under_way'; readonly request: DrillUnderWayView }
  | { readonly kind: 'attempt'; readonly attempt: DrillAttemptView }
)

/** What was done to the world, what the client sent and what was sent to the receiver, in the order of the world's clock. */
function entriesOf(
  { steps, requests, earlier_requests, left_out, under_way, attempts }: DrillView,
  texts: readonly string[],
  removedText: (text: string) => string,
): Entry[] {
  const all: Entry[] = [
    ...steps.flatMap(({ at, text }, index) =>
      at === null ? [] : [{ kind: 'step' as const, key: `step ${index}`, at, text: texts[index] ?? text }],
    ),
    ...steps.flatMap(({ removed_at: at, text }, index) =>
      at === null
        ? []
        : [{ kind: 'step' as const, key: `removed ${index}`, at, text: removedText(texts[index] ?? text) }],
    ),
    ...[
      ...earlier_requests.map(request => ({
        kind: 'request' as const,
        key: request.request_id,
        at: request.at,
        request,
      })),
      ...left_out.map(gap => ({ kind: 'left_out' as const, key: `after ${gap.first.request_id}`, at: gap.at, gap })),
    ].toSorted((one, other) => firstSeqOf(one) - firstSeqOf(other)),
    ...requests.map(request => ({ kind: 'request' as const, key: request.request_id, at: request.at, request })),
    ...under_way.map(request => ({ kind: 'under_way' as const, key: request.request_id, at: request.at, request })),
    ...attempts.map(attempt => ({
      kind: 'attempt' as const,
      key: `${attempt.delivery_id} ${attempt.attempt} ${attempt.at}`,
      at: attempt.at,
      attempt,
    })),
  ]
  return all.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

const firstSeqOf = (entry: { request: DrillRequestView } | { gap: DrillLeftOutView }): number =>
  'gap' in entry ? entry.gap.first.seq : entry.request.seq

const WITHOUT_MILLISECONDS = '2026-03-10T00:00:00'.length

/** Whole seconds say nothing where several came within one. */
function precisionOf(entries: readonly Entry[]): 'seconds' | 'milliseconds' {
  const seconds = new Set(entries.map(({ at }) => at.slice(0, WITHOUT_MILLISECONDS)))
  return seconds.size < entries.length ? 'milliseconds' : 'seconds'
}

const idOf = (entry: Entry): string =>
  entry.kind === 'request' ? entry.request.request_id : entry.kind === 'attempt' ? entry.attempt.delivery_id : entry.key

/** What ran, each row a link to the whole of it. */
export function DrillLog({
  view,
  texts,
  conditions,
}: {
  view: DrillView
  texts: readonly string[]
  /** In the language of the page, by the words in which the server knows them. */
  conditions: ReadonlyMap<string, string>
}) {
  const { t } = useTranslation()
  const entries = entriesOf(view, texts, text => t('drills.removed_by_hand', { text }))
  const failsBy = failingOf(view, conditions)
  const precision = precisionOf(entries)
  const marks = marksOf(view)
  const { unmarked } = failedIn(view)
  const unanswered = unansweredIn(view)
  const { requests_sent, attempts, attempts_made } = view
  const requests = [...view.earlier_requests, ...view.requests]
  const lost = new Set<number | undefined>(requests.filter(one => one.answered !== 'whole').map(({ seq }) => seq))
  return (
    <section className={drills.part} aria-label={t('drills.log')}>
      <h3>{t('drills.log')}</h3>
      {requests.some(({ after }) => after !== null) && <p className={drills.hint}>{t('drills.log_counts')}</p>}
      <table className={classes.log} aria-label={t('drills.log')}>
        <thead>
          <tr>
            <th scope="col">{t('drills.at')}</th>
            <th scope="col">#</th>
            <th scope="col">{t('drills.what')}</th>
            <th scope="col">{t('drills.answer')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(entry => (
            <Row
              key={entry.key}
              entry={entry}
              marks={marks.get(idOf(entry)) ?? NONE}
              precision={precision}
              isUnanswered={unanswered.has(idOf(entry))}
              isHeld={isHeldAgainst(view)}
              isOver={view.ended_at !== null}
              fails={failsBy.get(idOf(entry)) ?? NO_TEXTS}
              isLost={entry.kind === 'request' && lost.has(entry.request.after?.request.seq)}
            />
          ))}
        </tbody>
      </table>
      <p className={drills.hint}>
        {requests_sent + view.under_way.length + attempts_made > 0
          ? t('drills.log_hint')
          : t(view.ended_at === null ? 'drills.nothing_ran' : 'drills.nothing_came')}
        {view.left_out.length > 0 &&
          ` ${t('drills.some_of', { n: requests.length, all: requests_sent.toLocaleString('en') })}`}
        {attempts_made > attempts.length &&
          ` ${t('drills.newest_of', { n: attempts.length, all: attempts_made.toLocaleString('en') })}`}
        {unmarked > 0 && ` ${t('drills.unmarked', { count: unmarked, n: unmarked.toLocaleString('en') })}`}
      </p>
    </section>
  )
}

const NONE: readonly Mark[] = []
const NO_TEXTS: readonly string[] = []

/** Which conditions each request fails, where that is not the one that is said first, or stands beside that it does not count. */
function failingOf(view: DrillView, names: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const failing = new Map<string, Set<string>>()
  if (!isHeldAgainst(view)) return new Map()
  const broken = view.conditions.filter(({ reasons }) => reasons.some(({ decided }) => decided))
  for (const { text, reasons } of broken)
    for (const { request_id } of reasons.flatMap(one => (one.decided ? one.at_fault : [])))
      failing.set(request_id, (failing.get(request_id) ?? new Set()).add(names.get(text) ?? text))
  const reason = saidFirst(view)
  const first = broken.find(({ reasons }) => reason !== undefined && reasons.includes(reason))?.text
  const isNotCounted = new Set(
    [...view.earlier_requests, ...view.requests]
      .filter(({ after }) => after !== null && after.early !== null && after.early !== 'counted')
      .map(({ request_id }) => request_id),
  )
  const isSaid = (id: string, texts: ReadonlySet<string>) =>
    isNotCounted.has(id) || first === undefined || !texts.has(names.get(first) ?? first)
  return new Map([...failing].flatMap(([id, texts]) => (isSaid(id, texts) ? [[id, [...texts]] as const] : [])))
}

interface RowProps {
  entry: Entry
  marks: readonly Mark[]
  precision: 'seconds' | 'milliseconds'
  /** Whether it failed since no answer ended it. */
  isUnanswered: boolean
  /** The conditions that it fails, where that is not clear. */
  fails: readonly string[]
  /** Whether the drill has ended. */
  isOver: boolean
  /** Whether what failed is said of the client. */
  isHeld: boolean
  /** Whether the answer to the one that it came after did not arrive whole. */
  isLost: boolean
}

function Row({ entry, marks, precision, isUnanswered, isHeld, isOver, isLost, fails }: RowProps) {
  const { t } = useTranslation()
  return (
    <tr data-kind={entry.kind} data-mark={marks[0]}>
      <td>
        <Time at={entry.at} show="stacked" zoneName="hidden" precision={precision} />
      </td>
      {entry.kind === 'step' && (
        <>
          <td />
          <td colSpan={2}>
            <span className="visually-hidden">
              {t('drills.marks.staged')}
              {t('common.colon')}
            </span>
            <WholeNames>{entry.text}</WholeNames>
          </td>
        </>
      )}
      {entry.kind === 'request' && (
        <RequestCells request={entry.request}>
          <Answer request={entry.request} marks={marks} isUnanswered={isUnanswered} isLost={isLost} fails={fails} />
        </RequestCells>
      )}
      {entry.kind === 'under_way' && (
        <RequestCells request={entry.request}>
          <UnderWay request={entry.request} isOver={isOver} />
        </RequestCells>
      )}
      {entry.kind === 'left_out' && <GapCells gap={entry.gap} isHeld={isHeld} />}
      {entry.kind === 'attempt' && <AttemptCells attempt={entry.attempt} marks={marks} />}
    </tr>
  )
}

const MARK_SIGNS = {
  met: { tone: 'warn', icon: 'alert' },
  shows: { tone: 'bad', icon: 'cross' },
  so_far: { tone: 'bad', icon: 'clock' },
  doubt: { tone: 'warn', icon: 'alert' },
  asked: { tone: 'quiet', icon: 'clock' },
} as const satisfies Record<Mark, { tone: Tone; icon: IconName }>

/** `asked`: the seconds for which an answer asked to be waited. */
function MarkBadges({ marks, asked = null }: { marks: readonly Mark[]; asked?: number | null }) {
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
function RequestCells({
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
function Answer({
  request,
  marks,
  isUnanswered,
  isLost,
  fails,
}: {
  request: DrillRequestView
} & Pick<RowProps, 'marks' | 'isUnanswered' | 'isLost' | 'fails'>) {
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
      {isUnanswered && marks.some(mark => mark === 'shows' || mark === 'so_far') && (
        <span className={classes.after}>{t('drills.after.unanswered')}</span>
      )}
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
function UnderWay({ request, isOver }: { request: DrillUnderWayView; isOver: boolean }) {
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
function GapCells({
  gap: { first, last, count, failed },
  isHeld,
}: { gap: DrillLeftOutView } & Pick<RowProps, 'isHeld'>) {
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

function AttemptCells({ attempt, marks }: { attempt: DrillAttemptView; marks: readonly Mark[] }) {
  const { t } = useTranslation()
  const { delivery_id, event, attempt: n, status, error, forged } = attempt
  return (
    <>
      <td />
      <td className={classes.path}>
        <IdLink noun="delivery" id={delivery_id} text={event} copy="hidden" />{' '}
        <span className="dim">{t('webhooks.attempt_n', { n })}</span>
        {forged !== null && <span className="dim"> · {t(`webhooks.forged_${forged}`)}</span>}
      </td>
      <td className={classes.answer}>
        {status === null ? (
          <Badge tone="bad" icon="plug" look="plain">
            {error ?? '–'}
          </Badge>
        ) : (
          <HttpStatus status={status} look="plain" />
        )}
        <MarkBadges marks={marks} />
      </td>
    </>
  )
}

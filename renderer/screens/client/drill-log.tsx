import { useTranslation } from 'react-i18next'
import type { DrillReasonView, DrillView } from '../../../server/control/protocol/drills.ts'
import { Time } from '../../components/time.tsx'
import { WholeNames } from '../../components/whole-names.tsx'
import { AttemptCells, OpenAttemptCells } from './drill-attempt-cells.tsx'
import { Answer, type Counted, GapCells, RequestCells, UnderWay } from './drill-cells.tsx'
import { type Entry, entriesOf, idOf, precisionOf } from './drill-entries.ts'
import classes from './drill-log.module.css'
import {
  awaitsMore,
  failedByRepeats,
  failedIn,
  isHeldAgainst,
  type Mark,
  marksOf,
  unansweredIn,
} from './drill-marks.ts'
import { saidFirst } from './drill-reason.ts'
import type { Who } from './drill-standing-of.ts'
import drills from './drills.module.css'

/** What ran, each row a link to the whole of it. */
export function DrillLog({
  view,
  who,
  texts,
  conditions,
}: {
  view: DrillView
  who: Who
  texts: readonly string[]
  /** In the language of the page, by the words in which the server knows them. */
  conditions: ReadonlyMap<string, string>
}) {
  const { t } = useTranslation()
  const entries = entriesOf(view, texts, text => t('drills.removed_by_hand', { text }))
  const failsBy = failingOf(view, conditions)
  const precision = precisionOf(entries)
  const marks = marksOf(view)
  const again = failedByRepeats(view)
  const { unmarked } = failedIn(view)
  const unanswered = unansweredIn(view)
  const { requests_sent, attempts, attempts_made, open_attempts } = view
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
              marks={(marks.get(idOf(entry)) ?? NONE).filter(mark => isMarkedBy(entry, mark, { view, again }))}
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
        {requests_sent + view.under_way.length + attempts_made + view.inbox_attempts_made + open_attempts.length > 0
          ? t('drills.log_hint')
          : t(`drills.${view.ended_at === null ? 'nothing_ran' : 'nothing_came'}.${who}`)}
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
  // What may still come has not failed yet.
  const hasFailed = (one: DrillReasonView) => one.decided && (view.ended_at !== null || !awaitsMore(one))
  const broken = view.conditions.filter(({ reasons }) => reasons.some(({ decided }) => decided))
  for (const { text, reasons } of broken)
    for (const { request_id } of reasons.flatMap(one => (hasFailed(one) ? one.at_fault : [])))
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

/**
 * Of a delivery that comes again, its situation has come by one attempt only; where it failed by what came of its repeats alone (`again`), its first
 * attempt has no part in that.
 */
function isMarkedBy(
  entry: Entry,
  mark: Mark,
  { view: { met }, again }: { view: Pick<DrillView, 'met'>; again: ReadonlySet<string> },
): boolean {
  if (entry.kind !== 'attempt') return true
  const { attempt, delivery_id } = entry.attempt
  return mark === 'met' ? attempt === met?.attempt : attempt > 1 || !again.has(delivery_id)
}

interface RowProps extends Counted {
  entry: Entry
  precision: 'seconds' | 'milliseconds'
  /** Whether the drill has ended. */
  isOver: boolean
  /** Whether what failed is said of the client. */
  isHeld: boolean
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
      {entry.kind === 'open_attempt' && <OpenAttemptCells attempt={entry.attempt} />}
      {entry.kind === 'attempt' && <AttemptCells attempt={entry.attempt} at={entry.to} marks={marks} />}
    </tr>
  )
}

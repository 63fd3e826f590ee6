import type {
  DrillAttemptView,
  DrillLeftOutView,
  DrillOpenAttemptView,
  DrillRequestView,
  DrillUnderWayView,
  DrillView,
} from '../../../server/control/protocol/drills.ts'

/** A row of the log. */
export type Entry = { readonly at: string; readonly key: string } & (
  | { readonly kind: 'step'; readonly text: string }
  | { readonly kind: 'request'; readonly request: DrillRequestView }
  | { readonly kind: 'left_out'; readonly gap: DrillLeftOutView }
  | { readonly kind: 'under_way'; readonly request: DrillUnderWayView }
  | { readonly kind: 'open_attempt'; readonly attempt: DrillOpenAttemptView }
  | { readonly kind: 'attempt'; readonly to: 'receiver' | 'inbox'; readonly attempt: DrillAttemptView }
)

/** What was done to the world, what the client sent and what was sent to the receiver, in the order of the world's clock. */
export function entriesOf(
  { steps, requests, earlier_requests, left_out, under_way, attempts, inbox_attempts, open_attempts }: DrillView,
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
    ...attempts.map(attempt => attemptEntry(attempt, 'receiver')),
    ...inbox_attempts.map(attempt => attemptEntry(attempt, 'inbox')),
    ...open_attempts.map(attempt => ({
      kind: 'open_attempt' as const,
      key: `open ${attempt.delivery_id} ${attempt.at}`,
      at: attempt.at,
      attempt,
    })),
  ]
  return all.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

const attemptEntry = (attempt: DrillAttemptView, to: 'receiver' | 'inbox') => ({
  kind: 'attempt' as const,
  key: `${attempt.delivery_id} ${attempt.attempt} ${attempt.at}`,
  at: attempt.at,
  to,
  attempt,
})

const firstSeqOf = (entry: { request: DrillRequestView } | { gap: DrillLeftOutView }): number =>
  'gap' in entry ? entry.gap.first.seq : entry.request.seq

const WITHOUT_MILLISECONDS = '2026-03-10T00:00:00'.length

/** Whole seconds say nothing where several came within one. */
export function precisionOf(entries: readonly Entry[]): 'seconds' | 'milliseconds' {
  const seconds = new Set(entries.map(({ at }) => at.slice(0, WITHOUT_MILLISECONDS)))
  return seconds.size < entries.length ? 'milliseconds' : 'seconds'
}

export const idOf = (entry: Entry): string =>
  entry.kind === 'request' ? entry.request.request_id : entry.kind === 'attempt' ? entry.attempt.delivery_id : entry.key

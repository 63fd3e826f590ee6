import { createHash } from 'node:crypto'
import type { ActionKind } from '../contract/action-kinds.ts'
import type { ClockMove } from '../journal/control-actions.ts'
import { toIso } from '../kernel/instant.ts'
import type { ControlActionRow } from '../store/schema.ts'
import type { ActionOf, ActionView } from './protocol/actions.ts'
import type { HappenedView } from './protocol/clock.ts'

export function viewAction({ id, at, kind, facts, after_seq, nth }: ControlActionRow): ActionView {
  const row = { id, at: toIso(at), after_seq, nth }
  // What may be in a row is checked when a file is opened, kind by kind.
  if (kind !== 'clock')
    return { ...row, kind: kind as ActionKind, key: keyOf(kind, facts), ...JSON.parse(facts) } as ActionView
  const { from, to, pace, pace_before, happened = null } = JSON.parse(facts) as ClockMove
  return {
    ...row,
    kind,
    key: keyOf(kind, `${to - from} ${pace_before} ${pace}`),
    from: toIso(from),
    to: toIso(to),
    pace,
    pace_before,
    happened: happened as HappenedView | null,
  } satisfies ActionOf<'clock'>
}

/** Short, although the facts may be long. */
const keyOf = (kind: string, what: string): string =>
  `${kind} ${createHash('sha256').update(what).digest('base64url').slice(0, 16)}`

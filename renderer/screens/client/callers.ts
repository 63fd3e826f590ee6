import type { ActorView, FindingView, VerdictState, VerdictView } from '../../../server/control/protocol/verdicts.ts'

/** Whose verdicts are shown: everybody's, those on receivers, or one caller's by its id. */
export const EVERYONE = ''
export const RECEIVERS = 'receivers'

/** A rule that failed with nothing but information counts apart: it is no reason to act. */
export type Mark = 'failed' | 'info' | 'passed' | 'not_met'
export const MARKS: readonly Mark[] = ['failed', 'info', 'passed', 'not_met']

export interface Caller {
  readonly id: string
  readonly actor: ActorView
  readonly rows: readonly VerdictView[]
}

export const callerId = ({ tenant, key, product, instance }: ActorView): string =>
  JSON.stringify([tenant, key, product, instance])

const isOnReceivers = ({ group }: VerdictView) => group === 'receiver'
const isOnCallers = ({ group }: VerdictView) => group !== 'receiver' && group !== 'expectations'

/** All who are named by some rule, those in trouble first. */
export function callersOf(rows: readonly VerdictView[]): Caller[] {
  const actors = new Map(rows.flatMap(({ callers }) => callers.map(({ actor }) => [callerId(actor), actor] as const)))
  return [...actors]
    .map(([id, actor]) => ({ id, actor, rows: rowsFor(rows, id) }))
    .sort((one, other) => trouble(other.rows) - trouble(one.rows))
}

const trouble = (rows: readonly VerdictView[]) => countsOf(rows).failed

/** The rows of a choice, as they are for it alone. */
export function rowsFor(rows: readonly VerdictView[], who: string): VerdictView[] {
  if (who === EVERYONE) return [...rows]
  if (who === RECEIVERS) return rows.filter(isOnReceivers)
  return rows.filter(isOnCallers).map(row => rowOf(row, who))
}

function rowOf(row: VerdictView, id: string): VerdictView {
  const { passed, failed, expected, open } = row.callers.find(({ actor }) => callerId(actor) === id) ?? NOTHING
  const met = passed + failed + expected
  const findings = row.findings.filter(({ actor }) => actor !== null && callerId(actor) === id)
  return { ...row, met, failed, expected, open, state: stateOf({ failed, met }), findings }
}

const NOTHING = { passed: 0, failed: 0, expected: 0, open: 0 }

const stateOf = ({ failed, met }: { failed: number; met: number }): VerdictState =>
  failed > 0 ? 'failed' : met > 0 ? 'passed' : 'not_met'

const SEVERITIES = ['information', 'warning', 'error'] as const

/** How grave a rule's findings are that nobody expected; its own severity when it has none. */
export function gravest({ findings, severity }: Pick<VerdictView, 'findings' | 'severity'>): FindingView['severity'] {
  const found = findings.filter(({ expected }) => !expected).map(finding => SEVERITIES.indexOf(finding.severity))
  return found.length === 0 ? severity : (SEVERITIES[Math.max(...found)] ?? severity)
}

export function markOf(row: VerdictView): Mark {
  if (row.state !== 'failed') return row.state
  return gravest(row) === 'information' ? 'info' : 'failed'
}

export function countsOf(rows: readonly VerdictView[]): Record<Mark, number> {
  const counts = { failed: 0, info: 0, passed: 0, not_met: 0 }
  for (const row of rows) counts[markOf(row)] += 1
  return counts
}

/** Findings that nobody expected, by how grave they are. */
export function findingsBySeverity(rows: readonly VerdictView[]): Record<FindingView['severity'], number> {
  const counts = { error: 0, warning: 0, information: 0 }
  for (const { findings } of rows) for (const { severity, expected } of findings) if (!expected) counts[severity] += 1
  return counts
}

export const GROUPS = ['refusals', 'writes', 'reads', 'keys', 'receiver', 'expectations'] as const

const ORDER: Record<Mark, number> = { failed: 0, info: 1, passed: 2, not_met: 3 }

/** The rows by group, and in each what failed first. Groups without a row are left out. */
export function groupsOf(rows: readonly VerdictView[]): { group: VerdictView['group']; rows: VerdictView[] }[] {
  return GROUPS.map(group => ({
    group,
    rows: rows.filter(row => row.group === group).sort((one, other) => ORDER[markOf(one)] - ORDER[markOf(other)]),
  })).filter(({ rows: own }) => own.length > 0)
}

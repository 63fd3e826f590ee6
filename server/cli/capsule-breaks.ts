import type { RunFindingView } from '../index.ts'
import type { Break } from './capsules.ts'
import type { FoundCondition, JudgedRun } from './fail-conditions.ts'
import { failingFindings } from './failing-findings.ts'
import { bySeverity } from './severities.ts'

/** What a run is looked into for: what fails it, then what else was found that is more than information, each the gravest first. */
export function breaksIn({ verdicts }: JudgedRun, problems: readonly FoundCondition[]): Break[] {
  const failing = verdicts.flatMap(row => failingFindings(row, problems))
  const grave = verdicts
    .flatMap(row => row.findings)
    .filter(finding => finding.severity !== 'information' && !finding.expected && !failing.includes(finding))
  return [...inOrder(failing), ...inOrder(grave)].flatMap(finding => {
    const request_id = opensBefore(finding)
    return request_id === undefined ? [] : [{ world_id: finding.world_id, request_id }]
  })
}

/** The request that shows a finding: the first that came too early, which its sentence names, or else the last. */
export function opensBefore({ evidence }: Pick<RunFindingView, 'evidence'>): string | undefined {
  // The world may have another request of the id of one that only the run of a capsule had.
  const own = evidence.filter(({ of_run }) => of_run === null)
  return (own.find(({ role }) => role === 'early') ?? own.at(-1))?.request_id
}

const inOrder = (findings: readonly RunFindingView[]): RunFindingView[] =>
  findings.toSorted((one, other) => bySeverity(one, other) || one.finding_id - other.finding_id)

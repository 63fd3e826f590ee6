import type { Severity } from './rule.ts'
import type { CaseView, FindingView, VerdictState, VerdictView } from './wire.ts'

/** Which rows are asked for, and which of their findings. */
export interface VerdictFilter {
  readonly rule?: string | undefined
  readonly severity?: Severity | undefined
  readonly state?: VerdictState | undefined
  readonly tenant?: string | undefined
}

/** The rows that a filter leaves. Of those that are asked for as failed, by severity or by tenant, only the findings that are so. */
export function matching<Row extends VerdictView>(rows: readonly Row[], filter: VerdictFilter): Row[] {
  const { rule, severity, state, tenant } = filter
  const isOf = ({ actor }: CaseView) => tenant === undefined || actor?.tenant === tenant
  return rows
    .filter(row => (rule === undefined || row.rule === rule) && (state === undefined || row.state === state))
    .map(row => ({
      ...row,
      passed_cases: row.passed_cases.filter(isOf),
      open_cases: row.open_cases.filter(isOf),
      inconclusive: row.inconclusive.filter(isOf),
      findings: row.findings.filter(finding => isAskedFor(finding, filter)),
    }))
    .filter(({ findings }) => (severity === undefined && tenant === undefined) || findings.length > 0)
}

function isAskedFor(finding: FindingView, { severity, state, tenant }: VerdictFilter): boolean {
  if (state === 'failed' && finding.expected) return false
  if (severity !== undefined && finding.severity !== severity) return false
  return tenant === undefined || finding.actor?.tenant === tenant
}

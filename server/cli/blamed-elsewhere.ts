import type { VerdictView } from '../index.ts'

type Finding = VerdictView['findings'][number]
type Seen = Finding['evidence'][number]

/** Roles in which a request is only what others are held against, or need not have known. */
const BLAMELESS: readonly Seen['role'][] = ['first', 'unaware']

/** The rules that blame somebody for one of the requests that is in doubt: those on waits do not. */
export const blamedElsewhere = <Row extends Pick<VerdictView, 'rule' | 'findings'>>(
  rows: readonly Row[],
  isInDoubt: (seen: Seen, finding: Row['findings'][number]) => boolean,
): string[] =>
  rows
    .filter(({ findings }) =>
      findings.some(finding =>
        finding.evidence.some(seen => !BLAMELESS.includes(seen.role) && isInDoubt(seen, finding)),
      ),
    )
    .map(({ rule }) => rule)

/** `The rules on waits blame nobody for them; another one does: ignored_remaining.` */
export function blameText(rules: readonly string[], them: 'it' | 'them'): string {
  if (rules.length === 0) return `Nobody is blamed for ${them}.`
  const others = rules.length === 1 ? 'another one does' : 'others do'
  return `The rules on waits blame nobody for ${them}; ${others}: ${rules.join(', ')}.`
}

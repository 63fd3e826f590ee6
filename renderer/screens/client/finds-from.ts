import type { VerdictView } from '../../../server/control/protocol/verdicts.ts'
import { useVerdictRules } from '../../data/verdicts.ts'

/** Rules that find something below the number that they take, too. */
const FINDS_BELOW: readonly string[] = ['wasted_quota']

/** From how many on a rule finds something, where it counts and was kept: its tick says nothing of fewer. */
export function useFrom({ rule, state }: Pick<VerdictView, 'rule' | 'state'>): number | undefined {
  const rules = useVerdictRules().data?.data
  if (state !== 'passed' || FINDS_BELOW.includes(rule)) return undefined
  return rules?.find(one => one.rule === rule)?.options.from
}

import type { AssumptionView } from '../../../server/control/protocol/assumptions.ts'
import { choiceField, textField, type UrlValues } from '../../routing/url-state.ts'

export const ONLY = ['all', 'changed', 'relied_on', 'switchable'] as const
export const KINDS = ['any', 'assumed', 'measured', 'concession', 'own'] as const

/** What it is to people: what Ringback made up itself is neither a guess nor a concession. */
export const kindOf = ({ kind, own }: Pick<AssumptionView, 'kind' | 'own'>) =>
  own && kind !== 'measured' ? 'own' : kind

export const ASSUMPTION_FIELDS = {
  q: textField(),
  only: choiceField(ONLY),
  kind: choiceField(KINDS),
}
export type AssumptionFilters = UrlValues<typeof ASSUMPTION_FIELDS>

/** Whether it can be set to anything else. */
const isSwitchable = ({ schema, alternatives }: AssumptionView) => schema !== null || alternatives.length > 0

const IS_MEANT = {
  all: () => true,
  changed: ({ changed }) => changed,
  relied_on: ({ relied_on }) => relied_on > 0,
  switchable: isSwitchable,
} as const satisfies Record<AssumptionFilters['only'], (row: AssumptionView) => boolean>

/** The rows that match all filters; text is looked for in id, title, value and what is touched. */
export function filteredAssumptions(
  rows: readonly AssumptionView[],
  { q, only, kind }: AssumptionFilters,
): AssumptionView[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(row => {
    const text = [row.id, row.title, JSON.stringify(row.value), ...row.touches].join(' ').toLowerCase()
    return IS_MEANT[only](row) && (kind === 'any' || kindOf(row) === kind) && words.every(word => text.includes(word))
  })
}

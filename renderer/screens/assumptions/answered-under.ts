import type { Json } from '../../../server/contract/assumption-entry.ts'
import type { AnsweredUnder, AssumptionView } from '../../../server/control/protocol/assumptions.ts'

const isSame = (one: Json, other: Json) => JSON.stringify(one) === JSON.stringify(other)

/** How many requests were answered under each value, the present one last; none where all were under the present one. Pure. */
export function countsByValue({
  answered_under,
  value,
}: Pick<AssumptionView, 'answered_under' | 'value'>): { value: Json; requests: number }[] {
  const counts: { value: Json; requests: number }[] = []
  for (const { value: then, requests } of answered_under) {
    const known = counts.find(one => isSame(one.value, then))
    if (known === undefined) counts.push({ value: then, requests })
    else known.requests += requests
  }
  if (counts.every(one => isSame(one.value, value))) return []
  return counts.toSorted((one, other) => Number(isSame(one.value, value)) - Number(isSame(other.value, value)))
}

/** How many requests were answered under another value than the present one. Pure. */
export const answeredOtherwise = (view: Pick<AssumptionView, 'answered_under' | 'value'>): number =>
  countsByValue(view)
    .filter(one => !isSame(one.value, view.value))
    .reduce((sum, { requests }) => sum + requests, 0)

/** The value under which a request was answered, where that is known and not the present one. Pure. */
export function valueThen(
  { answered_under, value }: Pick<AssumptionView, 'answered_under' | 'value'>,
  seq: number,
): { value: Json } | undefined {
  const found: AnsweredUnder | undefined = answered_under.find(
    ({ after, up_to }) => seq > after && (up_to === null || seq <= up_to),
  )
  return found === undefined || isSame(found.value, value) ? undefined : { value: found.value }
}

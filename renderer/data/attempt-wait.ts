import type { AssumptionView } from '../../server/control/protocol/assumptions.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import { useWorldQuery } from './queries.ts'

/** The real seconds in which an attempt of a delivery has to be answered; nothing is asked where it does not matter. */
export function useAttemptWait(enabled: boolean): number | undefined {
  const { data } = useWorldQuery<Page<AssumptionView>>('assumptions', ['assumptions'], enabled)
  const value = data?.data.find(({ id }) => id === 'webhooks.timeout')?.value
  return value === undefined ? undefined : (value as { readonly total_seconds: number }).total_seconds
}

import type { LimitName, LimitView } from '../../../server/control/protocol/limits.ts'
import { refusedPlace } from '../../routing/refused-place.ts'
import { useHref } from '../../routing/use-place.ts'

/** The address of {@link refusedPlace}. */
export function usePlaceOfRefused(
  tenant: string,
): (limit: LimitName, window: Pick<LimitView, 'window_start' | 'resets_at'>) => string {
  const href = useHref()
  return (limit, { window_start, resets_at }) => {
    const { segments, search } = refusedPlace(limit, { tenant, from: window_start, to: resets_at })
    return `${href(...segments)}${search}`
  }
}

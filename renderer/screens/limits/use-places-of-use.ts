import type { LimitName } from '../../../server/control/protocol/limits.ts'
import { useHref } from '../../routing/use-place.ts'
import { usePlaceOfRefused } from './use-place-of-refused.ts'

interface Window {
  readonly window_start: string
  readonly resets_at: string
}

interface PlacesOfUse {
  /** Where what used a limit in a window is listed, what Ringback itself has sent included; `only` narrows it. */
  readonly used: (limit: LimitName, window: Window, only?: Readonly<Record<string, string>>) => string
  /** The same of the deliveries of webhook sends. */
  readonly deliveries: (window: Window, only: Readonly<Record<string, string>>) => string
  /** Where all is listed that a stretch of time tells of. What was not sent stands in a list of its own: that is the second. */
  readonly of: (
    limit: LimitName,
    stretch: { from: number; to: number; accepted: number; refused: number | undefined },
  ) => readonly string[]
}

export function usePlacesOfUse(tenant: string): PlacesOfUse {
  const href = useHref()
  const placeOfRefused = usePlaceOfRefused(tenant)
  const query = ({ window_start, resets_at }: Window, more: Readonly<Record<string, string>>) =>
    new URLSearchParams({ ...more, tenant, within: `${window_start}/${resets_at}` })
  const used: PlacesOfUse['used'] = (limit, window, only = {}) =>
    limit === 'webhook_sends'
      ? `${href('webhooks', 'events')}?${query(window, { used: limit, ...only })}`
      : `${href('requests')}?${query(window, { used: limit, ...only, own: '1' })}`
  return {
    used,
    deliveries: (window, only) =>
      `${href('webhooks', 'deliveries')}?${query(window, { used: 'webhook_sends', ...only })}`,
    of: (limit, { from, to, accepted, refused = 0 }) => {
      const window = { window_start: new Date(from).toISOString(), resets_at: new Date(to).toISOString() }
      if (limit !== 'webhook_sends')
        return accepted + refused === 0 ? [] : [`${href('requests')}?${query(window, { of_limit: limit, own: '1' })}`]
      return [...(accepted > 0 ? [used(limit, window)] : []), ...(refused > 0 ? [placeOfRefused(limit, window)] : [])]
    },
  }
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { control, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { useWorldId } from './world.tsx'

/** A running time is refreshed this often, in real milliseconds: often enough to show each second. */
const TICK_MS = 200

/**
 * For how long the answer of a request has been on its way that a fault holds back, in real milliseconds, which no pace of a clock changes; `undefined` until that
 * is known, and of any other request. It runs on.
 */
export function useHeldTime({
  request_id,
  unanswered,
}: Pick<ExchangeView, 'request_id' | 'unanswered'>): number | undefined {
  const world = useWorldId()
  const isHeld = unanswered === 'now'
  const { data: began } = useQuery({
    queryKey: keys.area(world, 'object', 'held-since', request_id),
    queryFn: async ({ signal }) => {
      const { waiting_ms } = await control<ExchangeView>('GET', worldPath(world, 'requests', request_id), { signal })
      return waiting_ms === null ? null : performance.now() - waiting_ms
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isHeld,
  })
  const since = isHeld ? (began ?? undefined) : undefined
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (since === undefined) return undefined
    setNow(performance.now())
    const timer = setInterval(() => setNow(performance.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [since])
  return since === undefined ? undefined : Math.max(0, now - since)
}

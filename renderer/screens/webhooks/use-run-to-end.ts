import type { PlannedPage } from '../../../server/control/protocol/clock.ts'
import { control, worldPath } from '../../data/client.ts'
import { useClockControl } from '../../data/clock-control.tsx'
import { useWorldId } from '../../data/world.tsx'

/** Longer than the retries of a delivery take. */
const AHEAD = 'P31D'

/** Runs the clock from attempt to attempt of a delivery until it is settled, and not on to where its last one would have been. */
export function useRunToEnd(delivery_id: string): () => void {
  const world = useWorldId()
  const { advance } = useClockControl()
  const query = { delivery_id, until: AHEAD, limit: 1 }
  const next = async (): Promise<string | undefined> =>
    (await control<PlannedPage>('GET', worldPath(world, 'clock', 'planned'), { query })).data[0]?.at
  const run = (before?: string) =>
    void next()
      .then(at => {
        // Where it is still to come, the clock was stopped before it.
        if (at !== undefined && at !== before) advance({ to: at }, error => error === undefined && run(at))
      })
      // What cannot be read is not run to.
      .catch(() => {})
  return () => run()
}

import type { Page } from '../../server/control/protocol/common.ts'
import type { DrillView, KnownDrillView, StageDrillBody } from '../../server/control/protocol/drills.ts'
import { ControlError, control, worldPath } from './client.ts'
import { useAreaMutation, useWorldQuery } from './queries.ts'

/** A drill goes on with every request and delivery, as verdicts do. */
const AREA = 'verdicts'

export const useDrills = (enabled = true) => useWorldQuery<Page<KnownDrillView>>(AREA, ['drills'], enabled)
export const useDrill = (id: string | null) => useWorldQuery<DrillView>(AREA, ['drills', id ?? ''], id !== null)

export const useStageDrill = () =>
  useAreaMutation(
    AREA,
    (world, body: StageDrillBody) => control<DrillView>('POST', worldPath(world, 'drills'), { body }),
    { showsErrors: true },
  )

/** Whether the world is none for the drill; another one may be. */
export const isNotStaged = (error: unknown): boolean => error instanceof ControlError && error.code === 'not_staged'

export const useEndDrill = () =>
  useAreaMutation(AREA, (world, id: string) => control<DrillView>('DELETE', worldPath(world, 'drills', id)))

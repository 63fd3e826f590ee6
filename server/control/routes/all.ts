import type { ControlRoute } from '../route.ts'
import { assumptionRoutes } from './assumptions.ts'
import { clockRoutes } from './clock.ts'
import { limitRoutes } from './limits.ts'
import { processRoutes } from './process.ts'
import { requestRoutes } from './requests.ts'
import { worldRoutes, worldsRoutes } from './worlds.ts'

/** The table of the control API. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...processRoutes,
  ...worldsRoutes,
  ...worldRoutes,
  ...clockRoutes,
  ...limitRoutes,
  ...requestRoutes,
  ...assumptionRoutes,
]

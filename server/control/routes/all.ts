import type { ControlRoute } from '../route.ts'
import { actionRoutes } from './actions.ts'
import { assumptionRoutes } from './assumptions.ts'
import { callScriptRoutes } from './call-scripts.ts'
import { callRoutes } from './calls.ts'
import { capsuleRoutes, openCapsuleRoutes } from './capsules.ts'
import { certifyRoutes } from './certify.ts'
import { clockRoutes } from './clock.ts'
import { coverageRoutes, runCoverageRoutes } from './coverage.ts'
import { customerRoutes } from './customers.ts'
import { deliveryRoutes } from './deliveries.ts'
import { drillRoutes } from './drills.ts'
import { eventRoutes } from './events.ts'
import { facetRoutes } from './facets.ts'
import { faultRoutes } from './faults.ts'
import { fitRoutes } from './fit.ts'
import { forkRoutes } from './fork.ts'
import { forwardRoutes } from './forwards.ts'
import { inboxRoutes } from './inbox.ts'
import { keyRoutes } from './keys.ts'
import { ledgerRoutes } from './ledger.ts'
import { limitRoutes } from './limits.ts'
import { openApiRoutes } from './openapi.ts'
import { processRoutes } from './process.ts'
import { requestRoutes } from './requests.ts'
import { sendingRoutes } from './sending.ts'
import { signatureRoutes } from './signature.ts'
import { snapshotRoutes } from './snapshots.ts'
import { storedRoutes } from './stored.ts'
import { streamRoutes } from './stream.ts'
import { tenantRoutes } from './tenants.ts'
import { runVerdictRoutes, verdictRoutes } from './verdicts.ts'
import { webhookRoutes } from './webhooks.ts'
import { whereaboutsRoutes } from './whereabouts.ts'
import { worldRoutes, worldsRoutes } from './worlds.ts'

const ofProcess = [
  ...openApiRoutes(() => CONTROL_ROUTES),
  ...processRoutes,
  ...runCoverageRoutes,
  ...runVerdictRoutes,
  ...worldsRoutes,
  ...whereaboutsRoutes,
  ...openCapsuleRoutes,
  ...fitRoutes,
]
const ofWorld = [
  ...worldRoutes,
  ...clockRoutes,
  ...actionRoutes,
  ...tenantRoutes,
  ...storedRoutes,
  ...customerRoutes,
  ...keyRoutes,
  ...limitRoutes,
  ...requestRoutes,
  ...facetRoutes,
  ...faultRoutes,
  ...coverageRoutes,
  ...verdictRoutes,
  ...drillRoutes,
  ...snapshotRoutes,
  ...capsuleRoutes,
  ...forkRoutes,
  ...assumptionRoutes,
  ...callRoutes,
  ...callScriptRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...ledgerRoutes,
  ...inboxRoutes,
  ...forwardRoutes,
  ...sendingRoutes,
  ...signatureRoutes,
  ...certifyRoutes,
  ...streamRoutes,
]

/** The table of the control API. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...ofProcess.map(route => ({ scope: 'process' as const, ...route })),
  ...ofWorld.map(route => ({ scope: 'world' as const, ...route })),
]

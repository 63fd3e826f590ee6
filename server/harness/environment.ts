import { type EnvironmentOfTests, environmentOfTests } from '../contract/environment.ts'
import { shown } from '../contract/shown.ts'
import type { WorldView } from '../control/protocol/worlds.ts'

/** What the tests of a program need to know about the world against which they run. */
export type TestEnvironment = EnvironmentOfTests<string>

/**
 * Names and values for a world of the emulator at `url`.
 *
 * @throws Error when the world has no tenant on the max plan with staff, a project, and a live key that can be shown
 */
export function testEnvironment({
  url,
  world,
  token,
}: {
  readonly url: string
  readonly world: WorldView
  readonly token?: string | undefined
}): TestEnvironment {
  const onMax = world.tenants.filter(({ plan }) => plan === 'max')
  // A world file may bring other tenants, and then any will do that has a key.
  for (const tenant of onMax.length > 0 ? onMax : world.tenants) {
    const { open_api_enabled, keys, staff_ids, project_ids } = tenant
    if (!open_api_enabled) continue
    const live = keys.filter(({ mode, revoked_at }) => mode === 'live' && revoked_at === null)
    const { key } = live.find(({ label }) => label === 'live') ?? live[0] ?? {}
    const [[staff], [project]] = [staff_ids, project_ids]
    if (key === undefined || staff === undefined || project === undefined) continue
    return environmentOfTests({ url, world, key, staffId: String(staff), projectId: String(project), token })
  }
  throw new Error(
    `World ${shown(world.world_id)} has no tenant on the max plan with staff, a project, and a live key that can be shown. Reset it to the fixture standard, or issue a key.`,
  )
}

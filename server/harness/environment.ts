import type { WorldView } from '../control/protocol.ts'

/** What the tests of a program are told about the world that they run against. */
export interface TestEnvironment {
  readonly RINGBACK_URL: string
  readonly RINGBACK_BASE_URL: string
  readonly RINGBACK_CONTROL_URL: string
  /** A live key with all scopes on the max plan. */
  readonly RINGBACK_API_KEY: string
  readonly RINGBACK_WORLD: string
  /** A staff member of the key's tenant. */
  readonly RINGBACK_STAFF_ID: string
  /** A project of the key's tenant. */
  readonly RINGBACK_PROJECT_ID: string
  readonly RINGBACK_INBOX_URL: string
  /** What the control API asks for; only where the emulator was started with a token. */
  readonly RINGBACK_TOKEN?: string
}

const INBOX_URL = 'https://inbox.ringback.test/default'

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
  for (const tenant of world.tenants) {
    const { plan, open_api_enabled, keys, staff_ids, project_ids } = tenant
    if (plan !== 'max' || !open_api_enabled) continue
    const { key } =
      keys.find(({ mode, label, revoked_at }) => mode === 'live' && label === 'live' && revoked_at === null) ?? {}
    const [[staff], [project]] = [staff_ids, project_ids]
    if (key === undefined || staff === undefined || project === undefined) continue
    const environment = {
      RINGBACK_URL: url,
      RINGBACK_BASE_URL: world.base_url,
      RINGBACK_CONTROL_URL: `${url}/control`,
      RINGBACK_API_KEY: key,
      RINGBACK_WORLD: world.world_id,
      RINGBACK_STAFF_ID: String(staff),
      RINGBACK_PROJECT_ID: String(project),
      RINGBACK_INBOX_URL: INBOX_URL,
    }
    return token ? { ...environment, RINGBACK_TOKEN: token } : environment
  }
  throw new Error(
    `World ${world.world_id} has no tenant on the max plan with staff, a project, and a live key that can be shown. Reset it to the fixture standard, or issue a key.`,
  )
}

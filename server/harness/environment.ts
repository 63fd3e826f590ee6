import type { WorldView } from '../control/protocol.ts'

/** What the tests of a program are told about the world that they run against (surface: `ringback exec`). */
export interface TestEnvironment {
  readonly RINGBACK_URL: string
  readonly RINGBACK_BASE_URL: string
  readonly RINGBACK_CONTROL_URL: string
  /** A live key with all scopes on the max plan. */
  readonly RINGBACK_API_KEY: string
  readonly RINGBACK_WORLD: string
  readonly RINGBACK_INBOX_URL: string
}

const INBOX_URL = 'https://inbox.ringback.test/default'

/**
 * Names and values for a world of the emulator at `url`.
 *
 * @throws Error when the world has no live key on the max plan that can be shown
 */
export function testEnvironment({ url, world }: { readonly url: string; readonly world: WorldView }): TestEnvironment {
  const key = world.tenants
    .filter(({ plan, open_api_enabled }) => plan === 'max' && open_api_enabled)
    .flatMap(({ keys }) => keys)
    .find(({ mode, label, revoked_at }) => mode === 'live' && label === 'live' && revoked_at === null)?.key
  if (key === undefined)
    throw new Error(
      `World ${world.world_id} has no live key on the max plan that can be shown. Reset it to the fixture standard, or issue a key.`,
    )
  return {
    RINGBACK_URL: url,
    RINGBACK_BASE_URL: world.base_url,
    RINGBACK_CONTROL_URL: `${url}/control`,
    RINGBACK_API_KEY: key,
    RINGBACK_WORLD: world.world_id,
    RINGBACK_INBOX_URL: INBOX_URL,
  }
}

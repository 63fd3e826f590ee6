import type { WorldView } from '../../server/control/protocol.ts'

/** The variables of `ringback exec`, for tests that run against the emulator of the app. */
export type TestEnvironment = Readonly<Record<string, string>>

/**
 * Names and values for a world: its addresses, its id, and the key that may do most (max plan, live, all scopes).
 * @throws Error when the world has no such key in plaintext
 */
export function testEnvironment({ world, url }: { world: WorldView; url: string }): TestEnvironment {
  const key = world.tenants
    .filter(({ plan, open_api_enabled }) => plan === 'max' && open_api_enabled)
    .flatMap(({ keys }) => keys)
    .find(({ mode, label, revoked_at, key }) => mode === 'live' && label === 'live' && revoked_at === null && key)?.key
  if (key === undefined) {
    throw new Error(
      `World "${world.world_id}" has no live key on the max plan that can be shown. Reset it to the fixture "standard", or issue a key.`,
    )
  }
  return {
    RINGBACK_URL: url,
    RINGBACK_BASE_URL: world.base_url,
    RINGBACK_CONTROL_URL: `${url}/control`,
    RINGBACK_API_KEY: key,
    RINGBACK_WORLD: world.world_id,
    RINGBACK_INBOX_URL: 'https://inbox.ringback.test/default',
  }
}

export const ENVIRONMENT_FORMATS = {
  shell: (name: string, value: string) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
  dotenv: (name: string, value: string) => `${name}="${value.replaceAll('"', '\\"')}"`,
} as const

export type EnvironmentFormat = keyof typeof ENVIRONMENT_FORMATS

/** One line per variable, ready to paste. */
export function printEnvironment(environment: TestEnvironment, format: EnvironmentFormat): string {
  const line = ENVIRONMENT_FORMATS[format]
  return `${Object.entries(environment)
    .map(([name, value]) => line(name, value))
    .join('\n')}\n`
}

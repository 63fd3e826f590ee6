import type { WorldView } from '../../../server/control/protocol.ts'

const quoted = (text: string) => (/^[\w./:@-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** Lines for a shell or a `.env` file that point the tests of a person at this world, with the names that `ringback exec` uses. Pure. */
export function environmentText(world: Pick<WorldView, 'world_id' | 'base_url' | 'control_url'>, key: string): string {
  const origin = new URL(world.base_url).origin
  const variables = {
    RINGBACK_URL: origin,
    RINGBACK_BASE_URL: world.base_url,
    RINGBACK_CONTROL_URL: world.control_url,
    RINGBACK_WORLD: world.world_id,
    RINGBACK_API_KEY: key,
  }
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join('\n')
}

import { REPLAY_HEADER } from '../../server/contract/origins.ts'
import type { ExchangeDetailView } from '../../server/control/protocol/journal.ts'
import type { WorldView } from '../../server/control/protocol/worlds.ts'

/** Headers that curl or the connection sets by itself, and the one that Ringback adds to what it sends again. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'user-agent',
  REPLAY_HEADER.toLowerCase(),
])

export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The key in plain text where the world shows it (keys of a fixture), else a variable of the shell to put it in. */
function authorization(value: string, keyId: string | null, world: WorldView | undefined): string {
  const key = world?.tenants.flatMap(({ keys }) => keys).find(({ key_id }) => key_id === keyId)?.key
  if (key !== undefined) return quoted(`Authorization: Bearer ${key}`)
  return keyId === null ? quoted(`Authorization: ${value}`) : '"Authorization: Bearer $RINGBACK_API_KEY"'
}

/** A key or a secret of which only the ends are kept. */
const MASKED = /(?:svc_(?:live|test)|whsec)_…/

/** Whether something in it has to be filled in before it sends the same. */
export const isMasked = (command: string): boolean => MASKED.test(command)

/** A shell reads it as a comment, and one that takes no comments as a command that is not there. */
const FILL_IN = '# Only the ends of a key or secret are kept: put the whole one in the place of each that has … in it'

/**
 * The request as a curl command that sends the same to this world again. A body that is no text is left out, and a key or secret that is not known
 * any more has only its ends, each with a word about it.
 */
export function curlOf(exchange: ExchangeDetailView, world: WorldView | undefined): string {
  const { method, path, query, key_id, request } = exchange
  const lines = [`curl -i -X ${method} ${quoted(`${world?.base_url ?? ''}${path}${query === '' ? '' : `?${query}`}`)}`]
  for (const [name, value] of request.headers) {
    if (LEFT_OUT.has(name.toLowerCase())) continue
    lines.push(
      name.toLowerCase() === 'authorization'
        ? `-H ${authorization(value, key_id, world)}`
        : `-H ${quoted(`${name}: ${value}`)}`,
    )
  }
  if (request.body.text) lines.push(`--data-raw ${quoted(request.body.text)}`)
  else if (request.body.bytes > 0) lines.push(`--data-binary @body # ${request.body.bytes} bytes that are no text`)
  const command = lines.join(' \\\n  ')
  return isMasked(command) ? `${FILL_IN}\n${command}` : command
}

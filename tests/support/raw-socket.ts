import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawResponse {
  readonly status: number
  /** First value of a header, by its lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Opens a connection and waits until it stands. */
export async function openSocket({ port, host = '127.0.0.1' }: { port: number; host?: string }): Promise<Socket> {
  const socket = connect({ port, host })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/**
 * Sends bytes as they are and reads until the server closes the connection: for what no HTTP client would send. Ask for `Connection: close`,
 * or send something that the server hangs up on.
 */
export async function sendRaw(
  bytes: string | Uint8Array,
  { port, host = '127.0.0.1' }: { port: number; host?: string },
): Promise<RawResponse[]> {
  const socket = await openSocket({ port, host })
  socket.write(bytes)
  return parseResponses(await readToEnd(socket))
}

export async function readToEnd(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk))
  // Not `once`, which rejects when the server resets: what came before that is what was asked for.
  if (!socket.closed) await new Promise(resolve => socket.once('close', resolve))
  return Buffer.concat(chunks)
}

/** Splits what a connection carried into responses, informational ones included. Reads Content-Length and chunked bodies. */
export function parseResponses(bytes: Buffer): RawResponse[] {
  const responses: RawResponse[] = []
  let rest = bytes.toString('latin1')
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    if (end === -1) throw new Error(`not an HTTP response: ${JSON.stringify(rest.slice(0, 200))}`)
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers: Record<string, string> = {}
    for (const line of lines) {
      const colon = line.indexOf(':')
      headers[line.slice(0, colon).toLowerCase()] ??= line.slice(colon + 1).trim()
    }
    const status = Number(statusLine.split(' ')[1])
    rest = rest.slice(end + 4)
    let body = ''
    if (headers['transfer-encoding'] === 'chunked') [body, rest] = chunked(rest)
    else if (status >= 200 && headers['content-length'] !== undefined) {
      body = rest.slice(0, Number(headers['content-length']))
      rest = rest.slice(body.length)
    }
    responses.push({ status, headers, body: Buffer.from(body, 'latin1').toString('utf8') })
  }
  return responses
}

function chunked(text: string): [body: string, rest: string] {
  let body = ''
  let rest = text
  for (;;) {
    const line = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.slice(0, line), 16)
    if (!(size > 0)) return [body, rest.slice(line + 4)]
    body += rest.slice(line + 2, line + 2 + size)
    rest = rest.slice(line + 4 + size)
  }
}

import type { HttpContext } from './state.ts'

interface Answer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer | null
}

/** A body of at most so many bytes goes out in one write together with its head. */
const ONE_WRITE_BYTES = 16_384

/**
 * Sends an answer that is complete. It passes Koa's own end by, which would set the headers one by one, look up a type for the body, and
 * hand head and body to the system as two pieces: a third of the time of a small answer.
 *
 * @throws TypeError when a header has what HTTP cannot carry; nothing is sent then.
 */
export function sendAnswer(ctx: HttpContext, { status, headers, body }: Answer): void {
  const { res } = ctx
  const flat = headers.flat()
  if (body !== null) flat.push('Content-Length', String(body.length))
  res.writeHead(status, flat)
  ctx.respond = false
  if (body === null) res.end()
  // Byte for byte the same: Node joins a string, and only a string, with the head.
  else if (body.length <= ONE_WRITE_BYTES) res.end(body.toString('latin1'), 'latin1')
  else res.end(body)
}

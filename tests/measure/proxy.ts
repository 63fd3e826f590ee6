import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Passed {
  readonly method: string
  /** Below the API prefix, with the query. */
  readonly path: string
  readonly authorization: string | undefined
  readonly status: number
}
export interface ProxyAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Stands before an emulator, writes down every request, and may change answers. */
export async function startProxy(
  target: string,
  change: (answer: ProxyAnswer, passed: Omit<Passed, 'status'>) => ProxyAnswer | undefined = answer => answer,
): Promise<{ base: string; passed: Passed[] } & AsyncDisposable> {
  const passed: Passed[] = []
  const { origin, pathname } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').slice(pathname.length)
    const seen = { method: incoming.method ?? '', path, authorization: incoming.headers.authorization }
    const onward = request(
      `${origin}${incoming.url}`,
      { method: seen.method, headers: { ...incoming.headers, host: new URL(origin).host } },
      async answer => {
        const pieces: Buffer[] = []
        for await (const piece of answer) pieces.push(piece as Buffer)
        const whole = { status: answer.statusCode ?? 0, headers: { ...answer.headers }, body: Buffer.concat(pieces) }
        const changed = change(whole, seen) ?? whole
        passed.push({ ...seen, status: changed.status })
        const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = changed.headers
        outgoing.writeHead(changed.status, headers).end(changed.body)
      },
    )
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}${pathname}`,
    passed,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

import { Agent, createServer, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'
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
  change: (answer: ProxyAnswer, passed: Omit<Passed, 'status'>) => ProxyAnswer | Promise<ProxyAnswer> = answer =>
    answer,
  /** What the proxy answers by itself: the target never hears of it. */
  instead: (passed: Omit<Passed, 'status'>) => ProxyAnswer | undefined = () => undefined,
): Promise<{ base: string; passed: Passed[] } & AsyncDisposable> {
  const passed: Passed[] = []
  const { origin, pathname } = new URL(target)
  const server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece as Buffer)
    const path = (incoming.url ?? '').slice(pathname.length)
    const seen = { method: incoming.method ?? '', path, authorization: incoming.headers.authorization }
    const url = `${origin}${incoming.url}`
    const headers = { ...incoming.headers, host: new URL(origin).host }
    const whole = instead(seen) ?? (await ask(url, { method: seen.method, headers }, Buffer.concat(pieces)))
    const changed = await change(whole, seen)
    passed.push({ ...seen, status: changed.status })
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...answered } = changed.headers
    outgoing.writeHead(changed.status, answered).end(changed.body)
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

/** Over a connection of its own, which nobody can close before it is used. */
async function ask(url: string, options: RequestOptions, body: Buffer): Promise<ProxyAnswer> {
  const agent = new Agent({ keepAlive: true })
  try {
    return await new Promise((resolve, reject) => {
      const onward = request(url, { ...options, agent }, async answer => {
        const pieces: Buffer[] = []
        for await (const piece of answer) pieces.push(piece as Buffer)
        resolve({ status: answer.statusCode ?? 0, headers: { ...answer.headers }, body: Buffer.concat(pieces) })
      })
      onward.on('error', reject)
      onward.end(body)
    })
  } finally {
    agent.destroy()
  }
}

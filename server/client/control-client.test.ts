import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ControlClient, UnreachableError } from './control-client.ts'

/** Answers `answered` requests of each connection, and closes it when the next one comes. */
async function givesUp({ after }: { after: number }): Promise<AsyncDisposable & { url: string; seen: string[] }> {
  const seen: string[] = []
  const counts = new WeakMap<object, number>()
  const server: Server = createServer((request, response) => {
    const count = (counts.get(request.socket) ?? 0) + 1
    counts.set(request.socket, count)
    if (count > after) return void request.socket.destroy()
    seen.push(request.url ?? '')
    response.end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

test('A call goes out again on a new connection when the kept one was given up meanwhile', async () => {
  await using server = await givesUp({ after: 1 })
  const client = new ControlClient({ url: server.url })
  for (const path of ['/control/one', '/control/two', '/control/three']) await client.call('POST', path)
  expect(server.seen).toEqual(['/control/one', '/control/two', '/control/three'])
  client.close()
})

test('A connection that breaks at its first call is told, and not tried again', async () => {
  await using server = await givesUp({ after: 0 })
  const client = new ControlClient({ url: server.url })
  await expect(client.call('GET', '/control/health')).rejects.toThrow(UnreachableError)
  client.close()
})

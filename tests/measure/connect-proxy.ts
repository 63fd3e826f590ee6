import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** A proxy that opens tunnels on this machine, and writes down where they lead and what it could read of them. */
export async function startConnectProxy({
  refusesWith,
}: {
  refusesWith?: number
} = {}): Promise<{ url: string; tunnels: string[]; read: () => string } & AsyncDisposable> {
  const tunnels: string[] = []
  const pieces: Buffer[] = []
  const server = createServer((_, response) => response.writeHead(501).end())
  server.on('connect', (request, client, head) => {
    tunnels.push(request.url ?? '')
    if (refusesWith !== undefined) return client.end(`HTTP/1.1 ${refusesWith} No\r\n\r\n`)
    const { hostname, port } = new URL(`http://${request.url}`)
    const target = connect({ host: hostname, port: Number(port) }, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.write(head)
      client.on('data', piece => pieces.push(piece as Buffer))
      client.pipe(target).pipe(client)
    })
    target.on('error', () => client.destroy())
    client.on('error', () => target.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    tunnels,
    read: () => Buffer.concat(pieces).toString('latin1'),
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { createAppHandler } from '../../../electron/scheme/app-scheme.ts'

/**
 * The desktop window's origin for a browser that is no Electron: what the page asks goes through the real handler of `app://ringback`, with
 * its policy, its files and its way to the emulator.
 */
export async function serveAppScheme({
  directory,
  emulatorUrl,
}: {
  directory: string
  emulatorUrl: () => string | undefined
}): Promise<{ url: string } & Disposable> {
  const handle = createAppHandler({ directory, emulatorUrl })
  const server = http.createServer((incoming, outgoing) => {
    const headers = new Headers(incoming.headers as Record<string, string>)
    // The browser knows the page by this server's origin; the app knows it by its own.
    if (headers.get('origin') === `http://${incoming.headers.host}`) headers.set('origin', 'app://ringback')
    const body = incoming.method === 'GET' || incoming.method === 'HEAD' ? {} : bodyOf(incoming)
    const request = new Request(`app://ringback${incoming.url}`, { method: incoming.method ?? 'GET', headers, ...body })
    void handle(request).then(response => send(response, outgoing))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function bodyOf(incoming: http.IncomingMessage): { body: ReadableStream; duplex: 'half' } {
  return { body: Readable.toWeb(incoming) as unknown as ReadableStream, duplex: 'half' }
}

function send(response: Response, outgoing: http.ServerResponse): void {
  if (response.type === 'error') {
    outgoing.destroy()
    return
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body === null) outgoing.end()
  else {
    const body = Readable.fromWeb(response.body as NodeReadableStream)
    outgoing.once('close', () => body.destroy())
    body.once('error', () => outgoing.destroy()).pipe(outgoing)
  }
}

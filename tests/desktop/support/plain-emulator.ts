/**
 * The utility process of tests that need no emulator in it: the real protocol, and a server that says yes to everything. A capsule that is
 * posted to it is opened in a world that is named after its text.
 */
import http from 'node:http'
import { serveEmulator } from '../../../electron/emulator/service.ts'

serveEmulator({
  parentPort: process.parentPort,
  exit: code => process.exit(code),
  startEmulator: ({ port }) => {
    const server = http.createServer((request, response) => {
      if (request.url !== '/control/capsules') return response.end('{}')
      const bytes: Buffer[] = []
      request.on('data', (part: Buffer) => bytes.push(part))
      request.on('end', () => {
        const world_id = Buffer.concat(bytes).toString('utf8')
        response.end(JSON.stringify({ world_id, request_id: `req of ${world_id}` }))
      })
    })
    const { promise, resolve, reject } = Promise.withResolvers<{
      url: string
      controlUrl: string
      close(): Promise<void>
    }>()
    server.once('error', error => reject(Object.assign(error, { code: 'port_in_use' })))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`
      const close = async () => {
        server.closeAllConnections()
        server.close()
      }
      resolve({ url, controlUrl: `${url}/control`, close })
    })
    return promise
  },
})

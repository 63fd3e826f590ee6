import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { proxyAddress } from '../../server/measure/proxy.ts'
import { nodeWire } from '../../server/measure/wire.ts'
import { createAuthority } from '../support/tls.ts'
import { startConnectProxy } from './connect-proxy.ts'

const KEY = 'Bearer svc_test_0000000000000000'

test('a proxy learns where a request over https goes, and reads nothing of it', async () => {
  const authority = createAuthority()
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([authority.cert])
  const server = createServer(authority.issue(), (request, response) =>
    response.end(JSON.stringify({ key: request.headers.authorization })),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  await using proxy = await startConnectProxy()
  using wire = nodeWire({ proxy: new URL(proxy.url) })
  onTestFinished(() => {
    tls.setDefaultCACertificates(before)
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const url = new URL(`https://localhost:${port}/api/v1/customers`)
  for (const method of ['GET', 'POST']) {
    const answer = await wire.send({ url, method, headers: { Authorization: KEY }, body: undefined })
    expect(JSON.parse(answer.body.toString())).toEqual({ key: KEY })
  }
  expect(proxy.tunnels).toEqual([`localhost:${port}`, `localhost:${port}`])
  expect(proxy.read().length).toBeGreaterThan(500)
  expect(proxy.read()).not.toContain('svc_test_')
})

test('a proxy that opens no tunnel ends the request, which goes no other way', async () => {
  await using proxy = await startConnectProxy({ refusesWith: 407 })
  await using target = await startConnectProxy()
  using wire = nodeWire({ proxy: new URL(proxy.url) })
  const request = { url: new URL(`${target.url}/api/v1`), method: 'GET', headers: {}, body: undefined }
  await expect(wire.send(request)).rejects.toThrow(/the proxy answered 407/)
  expect(proxy.tunnels).toHaveLength(1)
})

test.each(['https://proxy.example.com:8080', 'http://user:secret@proxy.example.com', 'proxy:8080', 'http://proxy/x'])(
  'a proxy is not addressed as %s',
  text => {
    expect(() => proxyAddress(text)).toThrow(/--proxy takes/)
  },
)

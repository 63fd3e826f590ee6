import { describe, expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../../tests/support/receivers.ts'
import { startTransport } from '../../tests/support/sending.ts'
import { decideEgress, type EgressPolicy } from './destination.ts'

const policy: EgressPolicy = {
  forwards: [],
  reach: 'loopback_and_private',
  allowedHosts: [],
  httpOnLoopback: true,
  ownPorts: [],
}

async function receive(host = '127.0.0.1') {
  const receiver = await startReceiver({ host })
  onTestFinished(() => receiver.close())
  return receiver
}

/** A delivery to a name that resolves to the given addresses, one list per look-up. */
function senderWith(...answers: string[][]) {
  const asked: string[] = []
  const { send } = startTransport({
    lookup: async host => {
      asked.push(host)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer === undefined) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
      return answer
    },
  })
  const deliver = (url: string, changes: Partial<EgressPolicy> = {}) => {
    const destination = decideEgress(url, { ...policy, ...changes })
    if (destination.kind === 'inbox') throw new Error('an inbox needs no network')
    const timeout = { connect_seconds: 1, total_seconds: 1 }
    return send({ destination, headers: {}, body: Buffer.from('{}'), timeout })
  }
  return { deliver, asked }
}

describe('a name is judged by the address it resolves to', () => {
  test('when that is loopback, the delivery arrives', async () => {
    const receiver = await receive()
    const { deliver, asked } = senderWith(['127.0.0.1'])
    expect(await deliver(`http://crm.example.com:${receiver.port}/`, { forwards: [] })).toMatchObject({
      status_code: 200,
    })
    expect(asked).toEqual(['crm.example.com'])
    expect(receiver.requests[0]!.headers.host).toBe(`crm.example.com:${receiver.port}`)
  })

  test.each([
    ['93.184.216.34', 'is a public host'],
    ['2606:2800:220:1::1', 'is a public host'],
    ['169.254.169.254', 'is a link-local address'],
    ['::ffff:169.254.169.254', 'is a link-local address'],
    ['fe80::1', 'is a link-local address'],
    ['fd00:ec2::254', 'is a cloud metadata service'],
    ['224.0.0.1', 'is a multicast address'],
    ['0.0.0.0', 'is not the address of a receiver'],
    ['::', 'is not the address of a receiver'],
    ['255.255.255.255', 'is in a reserved range'],
  ])('when that is %s, it %s', async (address, message) => {
    const { deliver } = senderWith([address])
    const { error, status_code } = await deliver('https://crm.example.com/')
    expect(error).toContain(`refused_by_policy: crm.example.com (${address}) ${message}`)
    expect(status_code).toBeNull()
  })

  test.each(['169.254.169.254', 'fe80::1', '::ffff:169.254.169.254', '0.0.0.0', '100.100.100.200'])(
    'and %s is refused even when everything may be reached (threat C7)',
    async address => {
      const { deliver } = senderWith([address])
      expect((await deliver('https://crm.example.com/', { reach: 'anywhere' })).error).toMatch(/^refused_by_policy: /)
    },
  )

  test('with http only loopback counts, not a private address', async () => {
    const { deliver } = senderWith(['10.0.0.1'])
    expect((await deliver('http://crm.example.com/')).error).toContain('crm.example.com (10.0.0.1) is not one')
  })

  test('of several addresses the permitted ones are used', async () => {
    const receiver = await receive()
    const { deliver } = senderWith(['169.254.169.254', '93.184.216.34', '127.0.0.1'])
    expect(await deliver(`http://crm.example.com:${receiver.port}/`)).toMatchObject({ status_code: 200 })
  })

  test('a name without an address says so, with the way out', async () => {
    const { deliver } = senderWith()
    expect((await deliver('https://crm.example.com/')).error).toBe(
      'dns_not_found: no address is known for crm.example.com:443. Map its origin to a local receiver with --forward',
    )
  })
})

describe('an answer of DNS that changes', () => {
  test('between two deliveries is judged anew', async () => {
    const receiver = await receive()
    const url = `http://crm.example.com:${receiver.port}/`
    const { deliver, asked } = senderWith(['127.0.0.1'], ['169.254.169.254'])
    expect(await deliver(url)).toMatchObject({ status_code: 200 })
    await receiver.hangUp()
    expect((await deliver(url)).error).toContain('crm.example.com')
    expect((await deliver(url)).error).toMatch(/^refused_by_policy: /)
    expect(asked.length).toBeGreaterThanOrEqual(2)
    expect(receiver.requests).toHaveLength(1)
  })

  test('between judging and dialling cannot matter: a connection asks once, and dials what was judged (threat C7)', async () => {
    const receiver = await receive()
    const { deliver, asked } = senderWith(['127.0.0.1'], ['169.254.169.254'])
    expect(await deliver(`http://crm.example.com:${receiver.port}/`)).toMatchObject({ status_code: 200 })
    expect(asked).toEqual(['crm.example.com'])
    expect(receiver.accepted).toBe(1)
  })
})

describe('localhost', () => {
  test('and the names below it are loopback without asking DNS', async () => {
    const receiver = await receive()
    const { deliver, asked } = senderWith(['93.184.216.34'])
    for (const host of ['localhost', 'crm.localhost', 'LOCALHOST.']) {
      expect(await deliver(`http://${host}:${receiver.port}/`)).toMatchObject({ status_code: 200 })
    }
    expect(asked).toEqual([])
  })

  test('is found on ::1 as well', async () => {
    const receiver = await receive('::1')
    expect(await senderWith().deliver(`http://localhost:${receiver.port}/`)).toMatchObject({ status_code: 200 })
  })
})

describe("the emulator's own ports", () => {
  test('cannot be reached by a name that resolves to loopback', async () => {
    const emulator = await receive()
    const { deliver } = senderWith(['127.0.0.1'])
    const { error } = await deliver(`http://crm.example.com:${emulator.port}/`, { ownPorts: [emulator.port] })
    expect(error).toContain(`crm.example.com:${emulator.port} (127.0.0.1) is this emulator itself`)
    expect(emulator.accepted).toBe(0)
  })
})

test('an address that needs no look-up is judged once more when it is connected to, before a byte is sent', async () => {
  const receiver = await receive()
  const result = await startTransport().post(receiver.url, { rule: { ownPorts: [receiver.port] } })
  expect(result.error).toContain(`refused_by_policy: 127.0.0.1:${receiver.port} is this emulator itself`)
  expect(receiver.requests).toEqual([])
})

describe('a forward', () => {
  test('takes a delivery to a local http receiver, with path and query', async () => {
    const receiver = await receive()
    const forwards = [{ from: 'https://crm.example.com/hooks', to: `${receiver.url}/dev` }]
    const result = await senderWith().deliver('https://crm.example.com/hooks/calls?x=1', { forwards })
    expect(result).toMatchObject({ target: `${receiver.url}/dev/calls?x=1`, status_code: 200, error: null })
    expect(receiver.requests[0]!.path).toBe('/dev/calls?x=1')
  })

  test('to a name that nobody knows is no matter of another forward, but of the target of its own', async () => {
    const forwards = [{ from: 'https://crm.example.com', to: 'http://nowhere.example:3000' }]
    const { error } = await senderWith().deliver('https://crm.example.com/', { forwards })
    expect(error).toBe(
      'dns_not_found: no address is known for nowhere.example:3000, to which the rule for https://crm.example.com leads. Correct its target with --forward',
    )
  })

  test('to a name that turns out to be public is refused, and says that the forward is the reason', async () => {
    const forwards = [{ from: 'https://crm.example.com', to: 'http://tunnel.example:3000' }]
    const { error } = await senderWith(['93.184.216.34']).deliver('https://crm.example.com/', {
      forwards,
      reach: 'anywhere',
    })
    expect(error).toContain(
      'refused_by_policy: The forward leads to tunnel.example:3000 (93.184.216.34), a public host',
    )
  })
})

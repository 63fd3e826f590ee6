import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { isCalendarDate } from '../../server/domain/validation/check-range.ts'
import { parseJsonBody } from '../../server/http/parse-json.ts'
import { Store } from '../../server/store/store.ts'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { temporaryFolder } from '../support/cli.ts'
import { sendRaw } from '../support/raw-socket.ts'
import { subscribeInbox } from '../support/subscriber.ts'

/**
 * Mutation checks: a running emulator in which one part has been replaced by what one would write first, or that first thing alone. What the
 * suites say of the real part must then no longer hold.
 */
const limitsOf = ({ emulator }: TestEmulator) => emulator.defaultWorld.life.services.limits

async function burst(tenant: TestTenant, count: number): Promise<number> {
  const replies = await Promise.all(Array.from({ length: count }, () => tenant.get('/customers')))
  return replies.filter(({ status }) => status === 200).length
}

describe('A limit', () => {
  it('that is never counted is never reached', async () => {
    await using test = await TestEmulator.start({ fixture: 'empty' })
    const pro = await test.tenant('pro')
    await pro.setLimits({ burst: { used: 'limit-1' } })
    limitsOf(test).countRequest = () => {}
    expect(await burst(pro, 20)).toBe(20)
  })

  it('whose window ends a millisecond late refuses at its end', async () => {
    await using test = await TestEmulator.start({ fixture: 'empty' })
    const pro = await test.tenant('pro')
    const limits = limitsOf(test)
    const check = limits.checkRate.bind(limits)
    limits.checkRate = (subject, now) => check(subject, now - 1)
    await pro.setLimits({ burst: { used: 'limit' } })
    await test.advance({ to: 'next-burst' })
    expect((await pro.get('/customers')).status).toBe(429)
  })

  it('that tells a second too few refuses a client that waits as long as it was told', async () => {
    await using test = await TestEmulator.start({ fixture: 'empty' })
    const pro = await test.tenant('pro')
    const limits = limitsOf(test)
    const check = limits.checkRate.bind(limits)
    limits.checkRate = (subject, now) => {
      const verdict = check(subject, now)
      return { ...verdict, retryAfterSeconds: Math.max(1, verdict.retryAfterSeconds - 1) }
    }
    await pro.setLimits({ burst: { used: 'limit' } })
    const refused = await pro.get('/customers')
    await test.advance({ by: `PT${refused.headers.get('Retry-After')}S` })
    expect((await pro.get('/customers')).status).toBe(429)
  })

  it('of sends that always has room sends over it', async () => {
    await using test = await TestEmulator.start({ fixture: 'empty' })
    const pro = await test.tenant('pro')
    await subscribeInbox(pro, 'crm')
    await pro.setLimits({ webhook_sends: { used: 'limit' } })
    const trigger = () => test.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
    await trigger()
    const deliveries = async () => (await test.control('GET', '/deliveries')).json.data.length
    expect(await deliveries()).toBe(0)
    limitsOf(test).countSend = () => true
    await trigger()
    expect(await deliveries()).toBe(1)
  })
})

describe('A store', () => {
  it('that two open plainly is written by both', () => {
    using folder = temporaryFolder()
    const file = `${folder.path}/plain.db`
    const [one, other] = [new Database(file), new Database(file)]
    one.exec('CREATE TABLE things (id INTEGER) STRICT')
    for (const db of [one, other]) db.prepare('INSERT INTO things VALUES (1)').run()
    expect(one.prepare('SELECT count(*) FROM things').pluck().get()).toBe(2)
    one.close()
    other.close()
  })

  it('of a newer schema that is opened plainly takes whatever is written', () => {
    using folder = temporaryFolder()
    const file = `${folder.path}/newer.db`
    Store.open(file).close()
    const db = new Database(file)
    db.pragma('user_version = 9999')
    db.prepare("INSERT INTO meta (name, value) VALUES ('naive', '1')").run()
    expect(db.prepare("SELECT value FROM meta WHERE name = 'naive'").pluck().get()).toBe('1')
    db.close()
    expect(() => Store.open(file)).toThrow(/newer|schema/)
  })

  it('that is asked for an odd page itself throws', () => {
    const db = new Database(':memory:')
    expect(() => db.prepare('SELECT 1 LIMIT 50 OFFSET ?').all(1e300)).toThrow()
    db.close()
  })
})

describe('What the platform reads by itself', () => {
  it('takes dates that do not exist', () => {
    for (const date of ['2026-02-29', '2026-02-30', '2026-04-31']) {
      expect(new Date(date).getTime()).not.toBeNaN()
      expect(isCalendarDate(date)).toBe(false)
    }
  })

  it('takes a body of another type for JSON', () => {
    const bytes = Buffer.from('{"a":1}')
    expect(parseJsonBody(bytes, 'text/plain')).toMatchObject({ ok: false })
    expect(parseJsonBody(bytes, 'text/plain', { off: ['media_type'] })).toEqual({ ok: true, value: { a: 1 } })
  })

  it('takes the first of two keys, and a request with two lengths when it is lenient', async () => {
    const seen: (string | undefined)[] = []
    const server = createServer({ insecureHTTPParser: true }, (request, response) => {
      seen.push(request.headers.authorization)
      request.resume().on('end', () => response.setHeader('Connection', 'close').end())
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const keys = 'Authorization: Bearer one\r\nAuthorization: Bearer two'
    await sendRaw(`GET / HTTP/1.1\r\nHost: localhost\r\n${keys}\r\nConnection: close\r\n\r\n`, { port })
    const lengths = 'Transfer-Encoding: chunked\r\nContent-Length: 2'
    const [lenient] = await sendRaw(`POST / HTTP/1.1\r\nHost: localhost\r\n${lengths}\r\n\r\n0\r\n\r\n`, { port })
    server.close()
    expect(seen[0]).toBe('Bearer one')
    expect(lenient?.status).toBe(200)
  })
})

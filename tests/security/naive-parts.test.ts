import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ASSUMPTION_DEFAULTS } from '../../server/contract/assumptions.ts'
import { REQUEST_BODIES } from '../../server/contract/schemas/requests.ts'
import { maskPhoneNumber } from '../../server/domain/calls/phone-number.ts'
import { isCalendarDate } from '../../server/domain/validation/check-range.ts'
import { compile, loadValidator } from '../../server/domain/validation/compile.ts'
import { parseJsonBody } from '../../server/http/parse-json.ts'
import { pathId } from '../../server/turn/routes.ts'
import type { TestTenant } from '../support/api.ts'
import { temporaryFolder } from '../support/cli.ts'
import { without } from '../support/http-mutants.ts'
import { InsideEmulator } from '../support/inside.ts'
import { sendRaw } from '../support/raw-socket.ts'
import { subscribeInbox } from '../support/subscriber.ts'

/**
 * Mutation checks: a running emulator in which one part has been replaced by what one would write first, or that first thing alone. What the
 * suites say of the real part must then no longer hold.
 */
const limitsOf = ({ emulator }: InsideEmulator) => emulator.defaultWorld.runtime.services.limits

async function burst(tenant: TestTenant, count: number): Promise<number> {
  const replies = await Promise.all(Array.from({ length: count }, () => tenant.get('/customers')))
  return replies.filter(({ status }) => status === 200).length
}

describe('A limit', () => {
  it('that is never counted is never reached (without F1)', async () => {
    await using test = await InsideEmulator.start({ fixture: 'empty' })
    const pro = await test.tenant('pro')
    await pro.setLimits({ burst: { used: 'limit-1' } })
    limitsOf(test).countRequest = () => {}
    expect(await burst(pro, 20)).toBe(20)
  })

  it('whose window ends a millisecond late refuses at its end (without F2)', async () => {
    await using test = await InsideEmulator.start({ fixture: 'empty' })
    const pro = await test.tenant('pro')
    const limits = limitsOf(test)
    const check = limits.checkRate.bind(limits)
    limits.checkRate = (subject, now) => check(subject, now - 1)
    await pro.setLimits({ burst: { used: 'limit' } })
    await test.advance({ to: 'next-burst' })
    expect((await pro.get('/customers')).status).toBe(429)
  })

  it('that tells a second too few refuses a client that waits as long as it was told (without F5)', async () => {
    await using test = await InsideEmulator.start({ fixture: 'empty' })
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

  it('of sends that always has room sends over it (without C13)', async () => {
    await using test = await InsideEmulator.start({ fixture: 'empty' })
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

describe('What the platform reads by itself', () => {
  it('takes dates that do not exist (without E10)', () => {
    for (const date of ['2026-02-29', '2026-02-30', '2026-04-31']) {
      expect(new Date(date).getTime()).not.toBeNaN()
      expect(isCalendarDate(date)).toBe(false)
    }
  })

  it('takes ids that are none (without E12)', () => {
    for (const id of ['01', '1.0', '1e0', '0x1', ' 1', '']) {
      expect(Number.isInteger(Number(id))).toBe(true)
      expect(pathId(id)).toBeUndefined()
    }
  })

  it('takes a phone number with other digits or a line end, when the schema says no more than text (without E9)', async () => {
    await loadValidator()
    const { properties, ...schema } = REQUEST_BODIES.initiateCall.schema(ASSUMPTION_DEFAULTS)
    const naive = compile({ ...schema, properties: { ...properties, phone_number: { type: 'string' } } })
    const real = compile({ ...schema, properties })
    for (const phone_number of ['０３-１２３４-５６７８', '03-1234-5678\n', '٠٣١٢٣٤٥٦٧٨']) {
      const body = { phone_number, staff_id: 1, project_id: 1 }
      expect([phone_number, naive(body).length, real(body).length > 0]).toEqual([phone_number, 0, true])
    }
  })

  it('masks a short number by showing digits of it twice (without E9)', () => {
    const naive = (text: string) => `${text.slice(0, 3)}****${text.slice(-4)}`
    expect([naive('1234-5'), maskPhoneNumber('1234-5')]).toEqual(['123****34-5', '123****45'])
  })

  it('serves any file of the machine to a path that climbs (without A14)', () => {
    using folder = temporaryFolder()
    mkdirSync(path.join(folder.path, 'dashboard'))
    writeFileSync(path.join(folder.path, 'secret.txt'), 'secret')
    const naive = path.join(folder.path, 'dashboard', decodeURIComponent('/..%2fsecret.txt'))
    expect(readFileSync(naive, 'utf8')).toBe('secret')
  })

  it('ends with a trace when a port is taken, and names neither who has it nor a way out (without E17)', async () => {
    await using test = await InsideEmulator.start({ fixture: 'empty' })
    const script = `require('http').createServer().listen(${test.emulator.port}, '127.0.0.1')`
    const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('EADDRINUSE')
    expect(stderr).not.toMatch(/pid|--port/)
  })

  it('takes a body of another type for JSON (without E5)', async () => {
    const bytes = Buffer.from('{"a":1}')
    expect(parseJsonBody(bytes, 'text/plain')).toMatchObject({ ok: false })
    const lenient = await without<typeof import('../../server/http/parse-json.ts')>(
      'server/http/parse-json.ts',
      'media_type',
    )
    expect(lenient.parseJsonBody(bytes, 'text/plain')).toEqual({ ok: true, value: { a: 1 } })
  })

  it('takes the first of two keys, and a request with two lengths when it is lenient (without E13) (without E15)', async () => {
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

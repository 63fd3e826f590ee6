import { describe, expect, test } from 'vitest'
import { linesOfFile } from '../support/cli-lines.ts'

/** What scripts here begin with: a control request, and one with a key to any path. */
const ASK = `
const { RINGBACK_URL: url, RINGBACK_API_KEY: key } = process.env
const control = async (method, path, body) => {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(url + '/control' + path, { method, headers, body: body && JSON.stringify(body) })
  return response.status === 204 ? undefined : response.json()
}
const get = (path, headers = { Authorization: 'Bearer ' + key }) => fetch(url + path, { headers });
`
const runLine = linesOfFile()
const run = (script: string, ...flags: string[]) =>
  runLine(['exec', '--fixture', 'empty', ...flags, '--', process.execPath, '-e', `${ASK}(async () => {${script}})()`])

describe('a run is judged by all that happened in it (finding R2)', () => {
  const IN_A_WORLD = (end: string) => `
    const { tenants: [{ tenant }] } = await control('POST', '/worlds', { world_id: 'of-a-test', fixture: 'empty', clock: '2026-03-10T03:00:00Z' })
    await control('POST', '/worlds/of-a-test/faults', { match: { path: '/reports/*' }, effect: { status: 503 }, times: 2 })
    await control('PUT', '/worlds/of-a-test/inbox/crm', { status: 500 })
    const world = await control('GET', '/worlds/of-a-test')
    const max = world.tenants.find(one => one.tenant === 'max').keys[0].key
    await fetch(url + '/api/v1/webhooks', { method: 'POST', headers: { Authorization: 'Bearer ' + max, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: 'https://inbox.ringback.test/crm', events: ['call.missed'] }) })
    await control('POST', '/worlds/of-a-test/events', { tenant: 'max', event: 'call.missed' })
    await control('POST', '/worlds/of-a-test/clock/advance', { by: 'PT1S' })
    ${end}`

  test.each([
    ['removed', `await control('DELETE', '/worlds/of-a-test')`],
    ['reset', `await control('POST', '/worlds/of-a-test/reset')`],
    ['left as it was', ''],
  ])('what its worlds left behind counts when they were %s', async (_, end) => {
    const { code, stderr } = await run(IN_A_WORLD(end), '--fail-on', 'undelivered,unspent_fault')
    expect(stderr).toMatch(
      /undelivered: call\.missed to https:\/\/inbox\.ringback\.test\/crm is pending after 1 attempt \(500\) in world of-a-test/,
    )
    expect(stderr).toMatch(/unspent_fault: Fault 1 in world of-a-test fired 0 times of 2/)
    expect(code).toBe(3)
  })
})

describe('a request that misses /api/v1 is an unknown route (finding R3)', () => {
  test.each([
    ['/customers', 'the prefix left out'],
    ['/v1/customers', 'half of it'],
    ['/API/V1/customers', 'in capitals'],
    ['/open/v1/calls/17', 'another one'],
  ])('%s, %s', async path => {
    const { code, stderr } = await run(
      `const answer = await get('${path}', {}); console.error(answer.status, (await answer.json()).error.message)`,
      '--fail-on',
      'unknown_route',
    )
    expect(stderr).toContain(`404 The API begins at /api/v1 (got ${path})`)
    expect(stderr).toContain(`unknown_route: GET ${path} is outside /api/v1, where the API begins (once)`)
    expect(code).toBe(3)
  })

  test('so is any path with a key of the service, in the world that the key opens', async () => {
    const script = `
      const world = await control('POST', '/worlds', { world_id: 'of-a-test', fixture: 'empty' })
      const headers = { Authorization: 'Bearer ' + world.tenants[0].keys[0].key }
      await get('/whatever', headers)
      console.error(JSON.stringify((await control('GET', '/worlds/of-a-test/coverage')).unknown_routes))
      await control('DELETE', '/worlds/of-a-test')`
    const { code, stderr } = await run(script, '--fail-on', 'unknown_route')
    expect(stderr).toContain('[{"method":"GET","path":"/whatever","count":1,"outside":true}]')
    expect(code).toBe(3)
  })

  test('what a browser asks for is none', async () => {
    const script = `
      await get('/customers', { Accept: 'text/html' })
      for (const path of ['/favicon.ico', '/robots.txt', '/.well-known/x', '/nothing', '/']) await get(path, {})
      await get('/favicon.ico')`
    const { code } = await run(script, '--fail-on', 'unknown_route')
    expect(code).toBe(0)
  })
})

describe('a run that asked nothing, or little, can be told (finding R3)', () => {
  test('no_requests fails a command that never asked the API', async () => {
    const { code, stderr } = await run(`await control('GET', '/health')`, '--fail-on', 'no_requests')
    expect(stderr).toContain('no_requests: The command sent no request to /api/v1.')
    expect(code).toBe(3)
    expect((await run(`await get('/api/v1/customers')`, '--fail-on', 'no_requests')).code).toBe(0)
  })

  test('--min-coverage fails a run that met less of the contract, and says how much it met', async () => {
    const script = `await get('/api/v1/customers'); await get('/api/v1/customers?page=0')`
    const { code, stderr } = await run(script, '--min-coverage', 'endpoints=1,statuses=3')
    expect(stderr).toMatch(/min_coverage: The run met 2 of \d+ statuses, less than 3\./)
    expect(stderr).not.toContain('endpoints, less')
    expect(code).toBe(3)
    expect((await run(script, '--min-coverage', 'endpoints=1,statuses=2')).code).toBe(0)
    const wrong = await run(script, '--min-coverage', 'paths=2')
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--min-coverage takes endpoints=<n>')])
  })
})

import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { HealthView } from '../../server/control/protocol/process.ts'
import { type CliProcess, ringback, temporaryFolder } from '../support/cli.ts'
import { mayMount, onSmallDisk } from '../support/small-disk.ts'

test.runIf(mayMount())(
  'a file system that is full costs what writes, and is over without a restart (finding S15) (threat D4)',
  async () => {
    using folder = temporaryFolder()
    const flags = ['start', '--json', '--port', '0', '--fixture', 'empty', '--no-dashboard', '--store', folder.path]
    await using cli: CliProcess = ringback(flags, { under: onSmallDisk(folder.path) })
    const { base_url, control_url, world } = await cli.ready()
    const max = world.tenants.find(({ tenant }) => tenant === 'max')
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${max?.keys[0]?.key}` }
    const create = async (name: string) => {
      const customers = Array.from({ length: 100 }, () => ({
        ...{ project_id: max?.project_ids[0], name, tel1: '+819012345678' },
      }))
      const response = await fetch(`${base_url}/customers/bulk`, {
        ...{ method: 'POST', headers, body: JSON.stringify({ customers }) },
      })
      return {
        status: response.status,
        json: (await response.json()) as { error?: { message: string } },
        id: response.headers.get('X-Request-ID'),
      }
    }
    const health = async () => (await (await fetch(`${control_url}/health`)).json()) as HealthView
    const read = async () => {
      const answer = await fetch(`${base_url}/customers`, { headers })
      return { status: answer.status, json: await answer.json() }
    }
    const file = `${folder.path}/worlds/default.db`
    const tenants = async () => (await fetch(`${control_url}/worlds/default/tenants`)).status

    let created = 0
    let failed = 0
    // Full for good: also what is small no longer fits.
    while (failed < 5) {
      const { status, json, id } = await create('x'.repeat(200))
      if (status === 201) created += 100
      else {
        failed += 1
        expect([status, json]).toMatchObject([500, { error: { code: 'server_error', details: null } }])
        expect(json.error?.message).toContain(`Nothing can be written to ${file}`)
        expect(id).toMatch(/^[0-9a-f-]{36}$/)
      }
      expect(created, 'the file system is not full').toBeLessThan(20_000)
    }
    expect(await tenants()).toBe(200)
    const told = new RegExp(`Nothing can be written to ${file}.*the disk at ${folder.path} has \\d.* MB free`)
    expect(await health()).toMatchObject({
      status: 'degraded',
      problems: [{ world_id: 'default', kind: 'cannot_write', message: expect.stringMatching(told) }],
    })
    const lines = () => cli.stderr.split('\n').filter(line => told.test(line)).length
    const before = lines()
    // What is there can be read, again and again.
    for (let again = 0; again < 3; again++)
      expect(await read()).toMatchObject({ status: 200, json: { pagination: { total: created } } })
    const refused = await fetch(`${control_url}/worlds/default/snapshots/full`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
    })
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      {
        error: {
          code: 'store_unavailable',
          message: expect.stringMatching(/Nothing could be written to .*\(the disk at .* has \d.* MB free\)/),
        },
      },
    ])
    expect([lines() > 0, lines() - before]).toEqual([true, 0])

    // The file system is seen through the process that runs in it.
    rmSync(`/proc/${cli.pid}/root${folder.path}/ballast`)
    expect((await create('after')).status).toBe(201)
    expect(await health()).toMatchObject({ status: 'ok', problems: [] })
    expect((await read()).json).toMatchObject({ pagination: { total: created + 100 } })
    cli.child.kill('SIGTERM')
    expect((await cli.ended).code).toBe(0)
  },
)

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReadyLine } from '../../server/control/protocol/process.ts'
import { ringback, temporaryFolder } from '../support/cli.ts'

const LIMIT = 64
const UNDER = ['sh', '-c', `ulimit -n ${LIMIT}; exec "$@"`, 'sh']
const created = async ({ control_url }: ReadyLine, world_id: string) => {
  const answer = await fetch(`${control_url}/worlds`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ world_id }),
  })
  return { status: answer.status, json: (await answer.json()) as { error?: { code: string; message: string } } }
}

test.skipIf(process.platform === 'win32')(
  'A process that may open no more files refuses a further world, names the limit, and keeps nothing of it (finding S7)',
  async () => {
    using folder = temporaryFolder()
    const flags = ['start', '--json', '--port', '0', '--fixture', 'empty', '--no-dashboard', '--store', folder.path]
    await using cli = ringback(flags, { under: UNDER })
    const ready = await cli.ready()
    const made = ['default']
    let refusal: Awaited<ReturnType<typeof created>> | undefined
    while (refusal === undefined) {
      const world_id = `world-${made.length}`
      const answer = await created(ready, world_id)
      if (answer.status === 201) made.push(world_id)
      else refusal = answer
      expect(made.length).toBeLessThan(LIMIT)
    }
    expect(made.length).toBeGreaterThan(2)
    expect([refusal.status, refusal.json.error?.code]).toEqual([503, 'store_unavailable'])
    expect(refusal.json.error?.message).toContain(`ulimit -n is ${LIMIT}`)
    const files = readdirSync(join(folder.path, 'worlds')).filter(name => !/-(wal|shm)$/.test(name))
    expect(files.sort()).toEqual(made.map(world_id => `${world_id}.db`).sort())
    // Room for one again, and for that one again.
    await fetch(`${ready.control_url}/worlds/${made.at(-1)}`, {
      method: 'DELETE',
      headers: { 'Content-Type': 'application/json' },
    })
    expect((await created(ready, made.at(-1) as string)).status).toBe(201)
    cli.child.kill('SIGTERM')
    expect((await cli.ended).code).toBe(0)

    // The next start has the same worlds; under a limit that they do not fit in, it says which.
    await using again = ringback(flags)
    const { control_url } = await again.ready()
    const { data } = (await (await fetch(`${control_url}/worlds`)).json()) as { data: unknown[] }
    expect(data).toHaveLength(made.length)
    again.child.kill('SIGTERM')
    await again.ended
    const { code, stderr } = await ringback(flags, { under: ['sh', '-c', 'ulimit -n 32; exec "$@"', 'sh'] }).ended
    expect([code, stderr]).toEqual([6, expect.stringContaining('ulimit -n is 32')])
  },
)

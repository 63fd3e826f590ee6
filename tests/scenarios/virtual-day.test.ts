import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { WorldView } from '../../server/control/protocol.ts'
import { TOKYO_NOON } from '../support/api.ts'
import { temporaryFolder } from '../support/cli.ts'
import { startEmulatorProcess } from '../support/emulator-process.ts'

/** Requests in each of the 24 hours. The long tier sets more. */
const PER_HOUR = Number(process.env.RINGBACK_DAY_REQUESTS ?? 24)
const AT_ONCE = 8
const HOURS = 24
const MEGABYTE = 1_024 ** 2

/**
 * A day of a CRM against an emulator in a process of its own, on a folder: reads, customers, calls that happen as the clock moves on, their
 * deliveries, and a receiver that fails in between. Its memory is the emulator's alone.
 */
test('a day of load takes less than 300 MB of memory and 200 MB of disk, and the second half next to nothing more', {
  timeout: 60 * 60_000,
}, async () => {
  using folder = temporaryFolder()
  const emulator = await startEmulatorProcess({ clock: TOKYO_NOON, fixture: 'empty', store: folder.path })
  const memory: number[] = []
  {
    await using _ = emulator
    const day = await startDay(emulator.url)
    for (let hour = 0; hour < HOURS; hour++) {
      await day.hour(hour)
      if ((hour + 1) % (HOURS / 2) === 0) memory.push((await emulator.memory()) / MEGABYTE)
    }
  }
  expect(await emulator.ended, 'a rejection that nobody handles ends a process with 1').toBe(0)
  const worlds = path.join(folder.path, 'worlds')
  const disk = readdirSync(worlds).reduce((sum, name) => sum + statSync(path.join(worlds, name)).size, 0) / MEGABYTE
  const [noon = 0, night = 0] = memory
  console.log(
    `${HOURS * PER_HOUR} requests in a day: ${Math.round(noon)} MB at half time, ${Math.round(night)} MB at its end, ${Math.round(disk)} MB on disk.`,
  )
  expect(Math.max(...memory)).toBeLessThan(300)
  expect(disk).toBeLessThan(200)
  expect(night - noon, 'MB in the second half').toBeLessThan(30)
})

async function startDay(url: string): Promise<{ hour: (hour: number) => Promise<void> }> {
  const world = `${url}/control/worlds/default`
  const { tenants } = (await (await fetch(world)).json()) as WorldView
  const max = tenants.find(({ tenant }) => tenant === 'max')
  const send = async (method: string, to: string, body?: unknown) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${max?.keys[0]?.key}` }
    const response = await fetch(to, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${to} answered ${response.status}: ${text}`)
  }
  const api = (method: string, to: string, body?: unknown) => send(method, `${url}/api/v1${to}`, body)
  for (const name of ['crm', 'failing'])
    await api('POST', '/webhooks', {
      url: `https://inbox.ringback.test/${name}`,
      events: ['call.completed', 'call.missed'],
    })
  await send('PUT', `${world}/inbox/failing`, { status: 503, times: 40 })
  const fields = { project_id: max?.project_ids[0] }
  const asks = [
    (id: string) => api('POST', '/customers', { ...fields, name: id, tel1: '+819012345678', external_id: id }),
    (id: string) =>
      api('POST', '/calls/initiate', {
        ...fields,
        phone_number: '03-5555-1001',
        staff_id: max?.staff_ids[0],
        external_id: id,
      }),
    () => api('GET', '/customers'),
    () => api('GET', '/calls?from=2026-03-10&to=2026-03-11'),
    () => api('GET', '/reports/summary?from=2026-03-10&to=2026-03-11'),
  ]
  return {
    hour: async hour => {
      for (let asked = 0; asked < PER_HOUR; asked += AT_ONCE) {
        const free = { used: 0 }
        await send('PUT', `${world}/tenants/max/limits`, { minute: free, burst: free, day: free })
        const batch = Array.from({ length: Math.min(AT_ONCE, PER_HOUR - asked) }, (_, index) => asked + index)
        await Promise.all(batch.map(number => asks[number % asks.length]?.(`${hour}-${number}`)))
      }
      await send('POST', `${world}/clock/advance`, { by: 'PT1H' })
    },
  }
}

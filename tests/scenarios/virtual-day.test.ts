import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { WorldView } from '../../server/control/protocol/worlds.ts'
import { TOKYO_NOON } from '../support/api.ts'
import { temporaryFolder } from '../support/cli.ts'
import { startEmulatorProcess } from '../support/emulator-process.ts'

/** Requests in each of the 24 hours. The long tier sets more. */
const PER_HOUR = Number(process.env.RINGBACK_DAY_REQUESTS ?? 24)
/** MB an hour. With few requests some code is compiled in the second half only. */
const MOST_GROWTH = PER_HOUR < 1_000 ? 2.5 : 1
const AT_ONCE = 8
const HOURS = 24
const MEGABYTE = 1_024 ** 2

/**
 * A day of a CRM against an emulator in a process of its own, on a folder: reads, customers, calls that happen as the clock moves on, their
 * deliveries, and a receiver that fails in between. Its memory is the emulator's alone.
 */
test('a day of load takes less than 300 MB of memory and 200 MB of disk, log included, and its second half next to no more memory (threat D13)', {
  timeout: 60 * 60_000,
}, async () => {
  using folder = temporaryFolder()
  const emulator = await startEmulatorProcess({ clock: TOKYO_NOON, fixture: 'empty', store: folder.path })
  const worlds = path.join(folder.path, 'worlds')
  const onDisk = () => readdirSync(worlds).reduce((sum, name) => sum + statSync(path.join(worlds, name)).size, 0)
  const [memory, disk]: [number[], number[]] = [[], []]
  {
    await using _ = emulator
    const day = await startDay(emulator.url)
    for (let hour = 0; hour < HOURS; hour++) {
      await day.hour(hour)
      memory.push((await emulator.memory()) / MEGABYTE)
      disk.push(onDisk() / 1_000_000)
    }
  }
  expect(await emulator.ended, 'a rejection that nobody handles ends a process with 1').toBe(0)
  const [most, largest] = [Math.max(...memory), Math.max(...disk)]
  const slope = slopeOf(memory.slice(HOURS / 2))
  console.log(
    `${HOURS * PER_HOUR} requests in a day: at most ${Math.round(most)} MB of memory and ${Math.round(largest)} MB on disk, log included; ${slope.toFixed(2)} MB of memory an hour in its second half.`,
  )
  expect(most).toBeLessThan(300)
  expect(largest).toBeLessThan(200)
  expect(slope).toBeLessThan(MOST_GROWTH)
})

test('memory that grows by 3 MB an hour is over the limit whatever its noise, so the test above can fail (without D13)', () => {
  const noise = [3, -2, 1, -3, 2, 0, -1, 3, -2, 2, -3, 0]
  expect(slopeOf(noise)).toBeLessThan(MOST_GROWTH)
  expect(slopeOf(noise.map((value, hour) => value + 3 * hour))).toBeGreaterThan(MOST_GROWTH)
})

/** How much the values grow from one to the next, by the line that fits them best. */
function slopeOf(values: readonly number[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length
  const [middle, average] = [(values.length - 1) / 2, mean(values)]
  const covariance = mean(values.map((value, index) => (index - middle) * (value - average)))
  return covariance / mean(values.map((_, index) => (index - middle) ** 2))
}

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

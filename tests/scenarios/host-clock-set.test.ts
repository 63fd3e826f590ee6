import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ClockView } from '../../server/control/protocol/clock.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { HealthView, ReadyLine } from '../../server/control/protocol/process.ts'
import { type CliProcess, ringback, temporaryFolder } from '../support/cli.ts'
import { FAKETIME, SettableClock } from '../support/host-clock.ts'

if (FAKETIME === undefined)
  process.stderr.write(
    'NOT RUN: the clock of the host, set while Ringback runs. It takes libfaketime: apt-get install faketime (Debian).\n',
  )

const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000]
/** What a busy machine may add to a real duration. */
const SLACK = 5 * SECOND

/** A live emulator in a process whose clock can be set. */
class OnSettableClock {
  readonly clock: SettableClock
  readonly #store: string
  cli!: CliProcess
  ready!: ReadyLine

  constructor(folder: string) {
    this.clock = new SettableClock(folder)
    this.#store = `${folder}/store`
  }

  async start(): Promise<void> {
    const flags = ['start', '--json', '--port', '0', '--fixture', 'empty', '--no-dashboard', '--store', this.#store]
    this.cli = ringback(flags, { env: this.clock.env })
    this.ready = await this.cli.ready()
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.cli.child.kill(signal)
    await this.cli.ended
  }

  async control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(`${this.ready.control_url}${path}`, {
      method,
      ...(method === 'GET'
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
    })
    expect(answer.status, `${method} ${path}`).toBeLessThan(300)
    return (await answer.json()) as Answer
  }

  api(tenant: string, method: string, path: string, body?: unknown): Promise<Response> {
    const key = this.ready.world.tenants.find(one => one.tenant === tenant)?.keys[0]?.key
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const { base_url } = this.ready
    return fetch(`${base_url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** What a request of the tenant max is answered. */
  async data(method: string, path: string, body?: unknown): Promise<{ [name: string]: string }> {
    return ((await (await this.api('max', method, path, body)).json()) as { data: { [name: string]: string } }).data
  }

  /** One that is answered after ten seconds, and talks for a minute. */
  call() {
    const max = this.ready.world.tenants.find(one => one.tenant === 'max')
    return { phone_number: '03-1234-0001', staff_id: max?.staff_ids[0], project_id: max?.project_ids[0] }
  }

  async now(): Promise<number> {
    return Date.parse((await this.control<ClockView>('GET', '/worlds/default/clock')).now)
  }

  async health(): Promise<HealthView['clock']> {
    return (await this.control<HealthView>('GET', '/health')).clock
  }

  /** Sends requests until one is refused, and tells how long to wait. */
  async refusedFor(): Promise<number> {
    for (;;) {
      const answer = await this.api('free', 'GET', '/customers')
      if (answer.status === 429) return Number(answer.headers.get('Retry-After')) * SECOND
    }
  }

  linesOnStderr(): string[] {
    return this.cli.stderr.split('\n').filter(line => line.startsWith('The clock of this machine'))
  }
}

/** How far the world's clock went during something, beyond the real time that passed. */
async function leapDuring(emulator: OnSettableClock, act: () => unknown): Promise<number> {
  const [before, started] = [await emulator.now(), performance.now()]
  await act()
  return (await emulator.now()) - before - (performance.now() - started)
}

// They wait for real time more than they work, each on a process of its own.
describe
  .runIf(FAKETIME !== undefined)
  .concurrent("The host's clock, set for real while a live world runs (finding S5)", () => {
    test('back by an hour: time goes on, and who waits as long as told is let in', async () => {
      using folder = temporaryFolder()
      const emulator = new OnSettableClock(folder.path)
      await emulator.start()
      await using _ = emulator.cli
      const wait = await emulator.refusedFor()
      expect(Math.abs(await leapDuring(emulator, () => emulator.clock.set('-1h')))).toBeLessThan(SLACK)
      await pause(wait)
      expect((await emulator.api('free', 'GET', '/customers')).status).toBe(200)
      expect(await emulator.health()).toEqual({ offset_seconds: 3_600, reason: 'host_clock_set_back' })
      expect(emulator.linesOnStderr()).toEqual([expect.stringContaining('set back by 1 h.')])

      // Also over a restart, and back once more while nobody looks.
      const again = await emulator.refusedFor()
      const told = performance.now()
      const before = await emulator.now()
      await emulator.stop('SIGKILL')
      emulator.clock.set('-2h')
      await emulator.start()
      await using __ = emulator.cli
      expect(await emulator.now()).toBeGreaterThan(before)
      expect(await emulator.health()).toEqual({ offset_seconds: 7_200, reason: 'host_clock_set_back' })
      expect(emulator.linesOnStderr()).toHaveLength(1)
      await pause(Math.max(0, again - (performance.now() - told)))
      expect((await emulator.api('free', 'GET', '/customers')).status).toBe(200)

      await emulator.control('POST', '/worlds/default/reset')
      expect(await emulator.health()).toEqual({ offset_seconds: 0, reason: null })
      expect(Math.abs((await emulator.now()) - (Date.now() - 2 * HOUR))).toBeLessThan(SLACK)
      await emulator.stop('SIGTERM')
    })

    test('forward by a night, as when a laptop slept: the world follows, and what fell due happens in order', async () => {
      using folder = temporaryFolder()
      const emulator = new OnSettableClock(folder.path)
      await emulator.start()
      await using _ = emulator.cli
      const webhook = { url: 'https://inbox.ringback.test/crm', events: ['call.completed'] }
      await emulator.api('max', 'POST', '/webhooks', webhook)
      await emulator.control('PUT', '/worlds/default/inbox/crm', { status: 500, times: 1 })
      await emulator.control('POST', '/worlds/default/events', { tenant: 'max', event: 'call.completed' })
      const { call_id, initiated_at } = await emulator.data('POST', '/calls/initiate', emulator.call())
      const leap = await leapDuring(emulator, () => emulator.clock.set('+9h'))
      expect(Math.abs(leap - 9 * HOUR)).toBeLessThan(SLACK)
      // The retry was due during the night, and so was the whole call, step by step.
      const path = '/worlds/default/deliveries?wait=30s&status=delivered'
      const { data } = await emulator.control<Page<DeliveryView>>('GET', path)
      expect(data[0]).toMatchObject({ status: 'delivered' })
      const call = await emulator.data('GET', `/calls/${call_id}`)
      expect(call).toMatchObject({ status: 'connected', duration_seconds: 70 })
      expect(Date.parse(call.ended_at ?? '') - Date.parse(initiated_at ?? '')).toBe(70 * SECOND)
      expect(await emulator.health()).toEqual({ offset_seconds: 0, reason: 'host_clock_followed' })
      expect(emulator.linesOnStderr()).toEqual([expect.stringMatching(/has jumped ahead by (9 h|8 h 59 min)/)])
      await emulator.stop('SIGTERM')
    })

    test('forward by a year: the world does not follow, nor after a restart, and a retry comes when it was announced', async () => {
      using folder = temporaryFolder()
      const emulator = new OnSettableClock(folder.path)
      await emulator.start()
      await using _ = emulator.cli
      const webhook = { url: 'https://inbox.ringback.test/crm', events: ['call.completed'] }
      await emulator.api('max', 'POST', '/webhooks', webhook)
      await emulator.control('PUT', '/worlds/default/inbox/crm', { status: 500, times: 1 })
      const announced = performance.now()
      await emulator.control('POST', '/worlds/default/events', { tenant: 'max', event: 'call.completed' })
      expect(Math.abs(await leapDuring(emulator, () => emulator.clock.set('+365d')))).toBeLessThan(SLACK)
      await emulator.control('GET', '/worlds/default/deliveries?wait=30s&status=delivered')
      expect(performance.now() - announced).toBeLessThan(5 * SECOND + SLACK)
      const offset = -365 * 86_400
      expect((await emulator.health()).reason).toBe('host_clock_too_far_ahead')
      expect(Math.abs((await emulator.health()).offset_seconds - offset)).toBeLessThanOrEqual(1)
      expect(emulator.linesOnStderr()).toEqual([expect.stringContaining('more than the 7 days')])

      const before = await emulator.now()
      await emulator.stop('SIGTERM')
      await emulator.start()
      await using __ = emulator.cli
      expect(Math.abs((await emulator.now()) - before)).toBeLessThan(SLACK * 2)
      expect(Math.abs((await emulator.health()).offset_seconds - offset)).toBeLessThanOrEqual(1)
      expect(emulator.linesOnStderr()).toEqual([])
      await emulator.control('POST', '/worlds/default/reset')
      expect((await emulator.now()) - before).toBeGreaterThan(364 * DAY)
      expect(await emulator.health()).toEqual({ offset_seconds: 0, reason: null })
      await emulator.stop('SIGTERM')
    })
  })

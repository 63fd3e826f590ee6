import { randomBytes } from 'node:crypto'
import { abortableClock } from '../../server/cli/measure-files.ts'
import type { Json } from '../../server/contract/assumption-entry.ts'
import type { AssumptionId } from '../../server/contract/assumptions.ts'
import type { EmulatorHandle, WorldHandle } from '../../server/index.ts'
import { startMeasuringInbox } from '../../server/measure/inbox.ts'
import type { LedgerLine } from '../../server/measure/ledger.ts'
import { type MeasureSetting, measure, type Running } from '../../server/measure/measure.ts'
import type { MeasureClock } from '../../server/measure/pace.ts'
import { nodeWire } from '../../server/measure/wire.ts'

export const TOKYO_NOON = '2026-03-10T03:00:00.000Z'
/** Four days before, so that calls can be placed on days that are over. */
const BEFORE = '2026-03-06T01:00:00.000Z'
const PUBLIC_RECEIVER = 'https://receiver.example.com'
/** A world gives up on an answer soon, because that is in real time. */
export const IMPATIENT = { 'webhooks.timeout': { connect_seconds: 1, total_seconds: 1 } }

/** A receiver that the deliveries of a world reach. */
export async function inboxOf(world: WorldHandle, own = abortableClock(new AbortController().signal)) {
  const inbox = await startMeasuringInbox({
    publicUrl: PUBLIC_RECEIVER,
    now: async () => Date.parse(await world.clock.now()),
    own,
  })
  await world.forwards.set([{ from: PUBLIC_RECEIVER, to: inbox.localUrl }])
  return inbox
}

/** The time of a run is that of the world: a wait moves the world's clock, from one thing that happens to the next when it may end early. */
export function clockOf(
  world: WorldHandle,
  start: number,
  meanwhile?: Target['meanwhile'],
): MeasureClock & { waits: number[] } {
  let now = start
  const waits: number[] = []
  return {
    waits,
    now: () => now,
    wait: async (milliseconds, until) => {
      waits.push(milliseconds)
      await meanwhile?.(world, waits.length)
      const end = now + milliseconds
      while (now < end && !until?.aborted) {
        const { next_job } = until === undefined ? { next_job: null } : await world.clock.get()
        now = Math.min(end, next_job === null ? end : Date.parse(next_job.due_at))
        await world.clock.advance({ to: new Date(now).toISOString() })
      }
    },
  }
}

/** What an entry needs of its world, besides its value. */
export interface Target {
  readonly tenant?: string
  readonly clock?: string
  /** Calls of the past that tell something: a connected one among many that were not, and one over midnight. */
  readonly history?: true
  /** What happens just before the run. */
  readonly prepare?: (world: WorldHandle) => Promise<void>
  /** What happens before the run waits once more. */
  readonly meanwhile?: (world: WorldHandle, waits: number) => Promise<void>
  readonly base?: { readonly [Id in AssumptionId]?: Json }
  readonly setting?: Partial<MeasureSetting>
}

/** Starts a call with the live key of a tenant. */
export async function call(world: WorldHandle, slug: string, ending: string): Promise<void> {
  const { staffIds, projectIds, key } = world.tenant(slug)
  const body = { phone_number: `03-1234-${ending}`, staff_id: staffIds[0], project_id: projectIds[0] }
  await fetch(`${world.baseUrl}/calls/initiate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function history(world: WorldHandle, slug: string): Promise<void> {
  for (let day = 0; day < 2; day++) {
    for (const ending of ['0001', ...Array(15).fill('0002')]) await call(world, slug, ending)
    await world.clock.advance({ by: 'P1D' })
  }
  // Over midnight in Tokyo, then over midnight in UTC.
  for (const midnight of ['2026-03-08T15:00:00Z', '2026-03-09T00:00:00Z']) {
    await world.clock.advance({ to: midnight, offset: '-PT30S' })
    await call(world, slug, '0001')
  }
}

/** Names, readings, phone numbers, record ids and secrets of a tenant: what nobody may find in a file of ours. */
async function canariesOf(world: WorldHandle, slug: string): Promise<readonly string[]> {
  const ask = async (path: string) => (await world.tenant(slug).fetch(path)).json() as Promise<{ data: Row[] }>
  const lists = await Promise.all([1, 2, 3].map(page => ask(`/customers?page=${page}`)))
  const staff = (await ask('/reports/users?from=2026-03-01&to=2026-03-02')).data ?? []
  const hooks = await world.webhooks.list()
  const secrets = await Promise.all(hooks.map(({ webhook_id }) => world.webhooks.secret(webhook_id)))
  const texts = [
    ...lists.flatMap(({ data = [] }) => data).flatMap(row => [row.name, row.name_kana, row.tel1, row.external_id]),
    ...staff.map(row => row.staff_name),
    ...secrets.map(secret => JSON.stringify(secret).replace(/.*(whsec_\w+).*/, '$1')),
  ]
  return texts.filter(text => typeof text === 'string' && text.length > 1 && !/^(?:rbk-|x+$)/.test(text)) as string[]
}
type Row = { readonly [name: string]: unknown }

export interface Measuring extends Target {
  readonly assumptions: { readonly [id: string]: Json }
  readonly classes: MeasureSetting['classes']
  readonly only?: MeasureSetting['only']
  readonly baseOf?: (world: WorldHandle) => string | Promise<string>
  readonly running?: Partial<Running>
  readonly write?: (line: LedgerLine) => void
  readonly signal?: AbortSignal
  /** The clock of the machine that measures. */
  readonly own?: MeasureClock
  /** Runs it once more, from the ledger. */
  readonly again?: true
  /** Looks at the world at the end. */
  readonly look?: (world: WorldHandle) => Promise<void>
}

/** Measures a world that has the values. */
export async function measureWorld(emulator: EmulatorHandle, measuring: Measuring) {
  const { assumptions, classes, only, tenant = 'pro', clock = TOKYO_NOON, base, setting, running } = measuring
  const wantsReceiver = classes.includes('2R')
  await using world = await emulator.createWorld({
    fixture: 'standard',
    clock: measuring.history ? BEFORE : clock,
    assumptions: { ...base, ...assumptions },
  })
  if (measuring.history) {
    await history(world, tenant)
    await world.clock.advance({ to: clock })
  }
  await measuring.prepare?.(world)
  const time = clockOf(world, Date.parse(await world.clock.now()), measuring.meanwhile)
  const inbox = wantsReceiver ? await inboxOf(world, measuring.own) : undefined
  const { key: second } = await world
    .tenant(tenant)
    .issueKey({ mode: 'test', scopes: ['customers:read'], label: 'few' })
  const { keys } = world.tenant(tenant)
  const wire = nodeWire()
  const lines: LedgerLine[] = []
  const all: MeasureSetting = {
    base: (await measuring.baseOf?.(world)) ?? world.baseUrl,
    keys: { main: keys.test as string, second },
    classes,
    only,
    plan: tenant === 'unplanned' ? 'none' : (tenant as 'pro'),
    clock: time,
    ...setting,
  }
  const start = (resume?: readonly LedgerLine[], signal = measuring.signal ?? new AbortController().signal) =>
    measure(resume === undefined ? all : { ...all, resume }, {
      wire,
      receiver: inbox,
      write: line => {
        lines.push(line)
        measuring.write?.(line)
      },
      run: randomBytes(2).toString('hex'),
      version: '0.0.0',
      signal,
      ...running,
    })
  try {
    let outcome = await start()
    // What did not fit into one sitting is done in the next.
    for (let more = 0; more < 4 && stillOver(outcome.file.entries); more++) outcome = await start(lines)
    if (measuring.again) outcome = await start(lines, new AbortController().signal)
    await measuring.look?.(world)
    return { ...outcome, lines, keys, canaries: await canariesOf(world, tenant) }
  } finally {
    await inbox?.[Symbol.asyncDispose]()
    wire[Symbol.dispose]()
  }
}

const stillOver = (entries: { readonly [id: string]: { readonly needs?: readonly string[] | undefined } }) =>
  Object.values(entries).some(({ needs }) => needs?.some(need => need.startsWith('a budget')))

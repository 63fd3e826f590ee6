import fc from 'fast-check'
import type { Answered } from '../../server/contract/answered.ts'
import { dialling } from './dialling.ts'
import { hash, ObservedClient, ObservedWorld, type RequestSays } from './observed.ts'
import { lists } from './paging.ts'

/** A program that does one thing after the other; between two of them others have their turn. */
type Program = Generator<void, void>

interface Fate {
  /** What becomes of answers, in order, again and again. */
  readonly answered: readonly Answered[]
  readonly size: number
}

/** Sends until an answer has arrived, as somebody does who waits longer each time. `again` is what the repeat is answered. */
function* persistent(
  { client, fate }: Worker,
  [method, target, says]: [string, string, RequestSays],
  again: RequestSays = {},
): Program {
  for (let attempt = 0; ; attempt++) {
    const answered = attempt === 3 ? 'whole' : (fate.answered[(fate.size + attempt) % fate.answered.length] ?? 'whole')
    const flying = client.begins(method, target, { ...says, ...(attempt > 0 ? again : {}), answered })
    yield
    flying.ends()
    if (answered === 'whole') return
    client.world.passes(1.5 * 2 ** attempt)
    yield
  }
}

interface Worker {
  readonly client: ObservedClient
  readonly fate: Fate
  /** Tells its people, customers and filters from those of others. */
  readonly name: string
}

/** Calls people; whoever's answer was lost is called again under the same external_id, and looked for after the 409. */
function* dialler(worker: Worker): Program {
  for (let person = 0; person < worker.fate.size; person++) {
    const how = { to: `03-${worker.name}-${person}`, as: `${worker.name} ${person}` }
    const before = worker.client.world.observations.length
    yield* persistent(worker, ['POST', '/calls/initiate', dialling(how)], dialling({ ...how, status: 409 }))
    if (worker.client.world.observations.slice(before).some(seen => seen.kind === 'request' && seen.status === 409)) {
      const range = { from: '2026-03-10', to: '2026-03-10' }
      const paging = { page: null, current_page: 1, last_page: 1, total: person + 1 }
      yield* persistent(worker, ['GET', '/calls?from=2026-03-10&to=2026-03-10', { range, paging }])
    }
  }
}

/** Reads a list from end to end. */
function* sweeper({ client, fate, name }: Worker): Program {
  for (let page = 1; page <= fate.size + 1; page++) {
    lists(client, `/customers?page=${page}&name=${name}`, { of: fate.size + 1 })
    yield
  }
}

/** Reads history in ranges that touch, the newest first or last. */
function* historian(worker: Worker): Program {
  const ranges = Array.from({ length: worker.fate.size }, (_, n) => ({ from: day(10 * n), to: day(10 * n + 9) }))
  for (const range of worker.fate.size % 2 === 0 ? ranges : ranges.toReversed()) {
    yield* persistent(worker, ['GET', `/reports/summary?from=${range.from}&to=${range.to}`, { range }])
  }
}
const day = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)

/** Registers in bulk, and looks customers up when it does not know whether they were stored. */
function* registrar({ client, fate, name }: Worker): Program {
  for (let n = 0; n < fate.size; n++) {
    const answered = fate.answered[n % fate.answered.length] ?? 'whole'
    const registered = Array.from({ length: 50 }, (_, at) => hash(`${name} ${n} ${at}`))
    client.sends('POST', '/customers/bulk', { status: 201, registered, answered, fingerprint: registered[0] ?? 0 })
    yield
    if (answered !== 'whole') lists(client, `/customers?external_id=${name}${n}`, { of: 1 })
    yield
  }
}

/** Changes what has changed; the repeat of a change finds it made. */
function* updater(worker: Worker): Program {
  for (let n = 0; n < worker.fate.size; n++) {
    const says = { changed: true, fingerprint: hash(`${worker.name} ${n}`) }
    yield* persistent(worker, ['PUT', `/customers/${n + 1}`, says], { changed: false })
  }
}

/** Answers deliveries at once, also when they come again, and works on new ones afterwards. */
function* receiver({ client, fate, name }: Worker): Program {
  const { world, actor } = client
  for (let n = 0; n < fate.size; n++) {
    const delivery = { delivery_id: `${name} ${n}`, tenant: actor.tenant ?? '', url: `https://${name}.example.com/` }
    world.attempt({ ...delivery, takes: 0.02 })
    yield
    client.sends('GET', `/calls/${name}${n}`, { answer: hash(`${name} ${n}`) })
    client.sends('PUT', `/customers/${n}`, { changed: true, fingerprint: hash(`note ${name} ${n}`) })
    world.passes(6)
    yield
    if (n % 2 === 0) world.attempt({ ...delivery, attempt: 2, repeat: true, takes: 0.02 })
    else
      world.attempt({ ...delivery, delivery_id: `forged ${name} ${n}`, forged: 'tampered', status: 401, takes: 0.02 })
    world.passes(6)
    yield
  }
}

/** Waits as long as it is told to. */
function* patient({ client, fate, name }: Worker): Program {
  for (let n = 0; n < fate.size; n++) {
    client.sends('GET', `/customers/${name}`, { status: 429, code: 'rate_limit_exceeded', retry_after: 10 })
    client.world.passes(10)
    yield
    client.sends('GET', `/customers/${name}`, { answer: n })
    yield
  }
}

const PROGRAMS = [dialler, sweeper, historian, registrar, updater, receiver, patient]

const worker = fc.record({
  program: fc.constantFrom(...PROGRAMS),
  tenant: fc.constantFrom('pro', 'max'),
  fate: fc.record({
    answered: fc.array(fc.constantFrom<Answered[]>('whole', 'whole', 'cut', 'gone'), { minLength: 1, maxLength: 5 }),
    size: fc.integer({ min: 1, max: 6 }),
  }),
})

/** What the clock does between two turns. */
const pause = fc.constantFrom<((world: ObservedWorld) => void)[]>(
  world => world.passes(0.01),
  world => world.passes(0.01),
  world => world.passes(2),
  world => world.advances(90),
  world => world.advances(86_400),
  world => world.pace(60),
  world => world.pace(0),
)

/** Workers of one product for two tenants, who do their work side by side, on a clock that stands still, runs and jumps. */
export const politeWorld: fc.Arbitrary<ObservedWorld> = fc
  .tuple(
    fc.array(worker, { minLength: 1, maxLength: 8 }),
    fc.array(fc.nat(7), { minLength: 5, maxLength: 60 }),
    fc.array(pause, { minLength: 5, maxLength: 30 }),
    fc.boolean(),
  )
  .map(([workers, turns, pauses, together]) => {
    const world = new ObservedWorld()
    // Workers of a pool share key and product, so that they are one client; others say which of them they are.
    const pool = new Map(['pro', 'max'].map(tenant => [tenant, world.client({ tenant }).actor]))
    const running = workers.map(({ program, tenant, fate }, n) => {
      const ofPool = pool.get(tenant)
      const client = together && ofPool ? new ObservedClient(world, ofPool) : world.client({ tenant, instance: `${n}` })
      return program({ client, fate, name: `w${n}` })
    })
    for (let at = 0; running.length > 0; at++) {
      const next = (turns[at % turns.length] ?? 0) % running.length
      if (running[next]?.next().done) running.splice(next, 1)
      pauses[at % pauses.length]?.(world)
    }
    return world
  })

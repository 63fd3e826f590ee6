import fc from 'fast-check'
import { type Dialling, dialling } from './dialling.ts'
import { hash, type ObservedClient, ObservedWorld, type RequestSays } from './observed.ts'
import { lists } from './paging.ts'
import { quota, rate, unavailable } from './refusals.ts'

/** One thing that happens in a world. */
type Happening = (around: Around) => void

interface Around {
  readonly world: ObservedWorld
  readonly clients: readonly ObservedClient[]
  /** What is still on its way. */
  readonly flying: (() => void)[]
}

const client = fc.nat(3)
const answered = fc.constantFrom('whole', 'whole', 'cut', 'gone')

type Sent = [method: string, target: string, says: RequestSays]

const requests: fc.Arbitrary<Sent> = fc.oneof(
  fc
    .record<Dialling>({
      to: fc.constantFrom('03-1111-0001', '03-1111-0002'),
      as: fc.constantFrom(undefined, 'a', 'b'),
      answered,
      status: fc.constantFrom(200, 200, 409, 429, 503),
    })
    .map((how): Sent => ['POST', '/calls/initiate', dialling(how)]),
  fc
    .record({ id: fc.nat(2), answer: fc.nat(1), status: fc.constantFrom(200, 404), answered })
    .map(({ id, ...says }): Sent => ['GET', `/calls/${id}`, says]),
  fc
    .record({ from: fc.integer({ min: 1, max: 20 }), days: fc.nat(9), answered })
    .map(({ from, days, answered: how }): Sent => {
      const range = { from: date(from), to: date(from + days) }
      return ['GET', `/calls?from=${range.from}&to=${range.to}`, { range, answered: how }]
    }),
  fc
    .record({
      registered: fc.array(fc.nat(5), { maxLength: 4 }),
      status: fc.constantFrom(201, 201, 422),
      answered,
    })
    .map((says): Sent => ['POST', says.registered.length > 1 ? '/customers/bulk' : '/customers', says]),
  fc
    .record({ changed: fc.constantFrom(true, false, null), answered, fingerprint: fc.nat(3) })
    .map((says): Sent => ['PUT', '/customers/1', says]),
  fc
    .record({ id: fc.nat(20), answered, refusal: fc.constantFrom(rate(5), rate(60), quota(3_600), unavailable(2)) })
    .map(({ id, answered: how, refusal }): Sent => ['GET', `/customers/${id}`, { ...refusal, answered: how }]),
  fc.constantFrom<Sent[]>(
    ['POST', '/webhooks', { status: 201 }],
    ['PUT', '/webhooks/1', {}],
    ['DELETE', '/webhooks/1', { status: 204 }],
    ['GET', '/nowhere', { status: 404 }],
    ['GET', '/reports/summary', { status: 403 }],
  ),
)

const date = (day: number): string => `2026-03-${String(day).padStart(2, '0')}`

const sends: fc.Arbitrary<Happening> = fc
  .tuple(client, requests, fc.boolean())
  .map(([whose, [method, target, says], lasts]) => ({ clients, flying }) => {
    const pending = clients[whose]?.begins(method, target, {
      fingerprint: hash(JSON.stringify([method, target, says])),
      ...says,
    })
    if (pending === undefined) return
    if (lasts) flying.push(() => void pending.ends())
    else pending.ends()
  })

const reads: fc.Arbitrary<Happening> = fc
  .record({
    whose: client,
    path: fc.constantFrom('/customers', '/calls'),
    parameter: fc.constantFrom('page', 'p', 'n'),
    value: fc.integer({ min: 1, max: 3 }),
    total: fc.constantFrom(120, 130),
  })
  .map(({ whose, path, parameter, value, total }) => ({ clients }) => {
    const reader = clients[whose]
    if (reader) lists(reader, `${path}?${parameter}=${value}`, { total, page: parameter === 'page' ? value : 1 })
  })

const attempts: fc.Arbitrary<Happening> = fc
  .record({
    delivery_id: fc.constantFrom('d1', 'd2', 'd3'),
    url: fc.constantFrom('https://a.example.com/', 'https://b.example.com/'),
    status: fc.constantFrom(200, 200, 200, 202, 301, 409, 500, null),
    forged: fc.constantFrom(null, null, null, 'tampered' as const, 'no_header' as const),
    takes: fc.constantFrom(0.1, 0.3, 5),
  })
  .map(says => ({ world, flying }) => {
    const { takes, ...rest } = says
    const attempt = world.beginsAttempt({ ...rest, error: rest.status === null ? 'total_timeout' : null })
    world.passes(takes)
    flying.pop()?.()
    attempt.ends({})
  })

const time: fc.Arbitrary<Happening> = fc.oneof(
  fc.constantFrom(0.01, 1, 30, 70, 700).map(
    seconds =>
      ({ world }: Around) =>
        world.passes(seconds),
  ),
  fc.constantFrom(1, 61, 3_600, 54_000).map(
    seconds =>
      ({ world }: Around) =>
        world.advances(seconds),
  ),
  fc.constantFrom(0, 1, 60).map(
    factor =>
      ({ world }: Around) =>
        world.pace(factor),
  ),
  fc.constantFrom('limits' as const, 'webhooks' as const).map(
    what =>
      ({ world }: Around) =>
        world.change(what),
  ),
  fc.constant(({ flying }: Around) => flying.shift()?.()),
)

/** A world in which clients of two tenants and two products do whatever they like, good and bad, side by side. */
export const anyWorld: fc.Arbitrary<ObservedWorld> = fc
  .array(fc.oneof({ weight: 5, arbitrary: sends }, { weight: 3, arbitrary: reads }, attempts, time), {
    minLength: 20,
    maxLength: 120,
  })
  .map(happenings => {
    const world = new ObservedWorld()
    const clients = [
      world.client(),
      world.client({ product: 'dialler/1' }),
      world.client({ tenant: 'max' }),
      world.client({ instance: 'b' }),
    ]
    const around: Around = { world, clients, flying: [] }
    for (const happens of happenings) happens(around)
    for (const lands of around.flying) lands()
    return world
  })

import { expect, test } from 'vitest'
import { outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { type ObservedClient, ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { quota, rate, unavailable } from '../../../tests/support/refusals.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { herdAtReset } from './herd-at-reset.ts'

const rule = herdAtReset
const NOTHING = { findings: [], passed: 0, open: 0 }

interface Herd {
  readonly says?: RequestSays | undefined
  readonly pace?: number | undefined
  /** Seconds from the refusal to the first, and from the first to the last. */
  readonly after?: number
  readonly within?: number
  readonly size: number
  readonly waits?: (world: ObservedWorld) => void
}

interface Refused {
  readonly world: ObservedWorld
  readonly client: ObservedClient
}

/** A refusal of a client that may send 20 in a burst. */
function refused({ says = {}, pace = 1 }: Pick<Herd, 'says' | 'pace'> = {}): Refused {
  const world = new ObservedWorld()
  world.pace(pace)
  const client = world.client()
  client.sends('GET', '/customers/0', { ...rate(10), burst_limit: 20, ...says })
  return { world, client }
}

/** And what comes after it. */
function herd({ says, pace, after = 10, within = 0.1, size, waits }: Herd): Refused {
  const { world, client } = refused({ says, pace })
  if (waits === undefined) world.passes(after)
  else waits(world)
  const inFlight = Array.from({ length: size }, (_, id) => {
    if (id > 0) world.passes(within / (size - 1))
    return client.begins('GET', `/customers/${id}`)
  })
  world.passes(1)
  for (const one of inFlight) one.ends()
  return { world, client }
}
const isHerd = (how: Herd) => outcomeOf(rule, herd(how).world).findings.length === 1

test('five requests right after the reset that a refusal named are a warning', () => {
  const { world } = herd({ size: 5 })
  const outcome = outcomeOf(rule, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: ['warning: 5 requests came within 200 ms after the reset that #1 had named.'],
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2, 3, 4, 5, 6]])
  saysTheSameInAnyBatching(rule, world)
})

test('four are none; with a larger burst a quarter of it is one', () => {
  expect(isHerd({ size: 4 })).toBe(false)
  expect(isHerd({ size: 4, says: { burst_limit: 10 } })).toBe(false)
  expect(isHerd({ size: 5, says: { burst_limit: 10 } })).toBe(true)
  expect(isHerd({ size: 24, says: { burst_limit: 100 } })).toBe(false)
  expect(isHerd({ size: 25, says: { burst_limit: 100 } })).toBe(true)
  expect(isHerd({ size: 84, says: { burst_limit: 333 } })).toBe(true)
  expect(isHerd({ size: 83, says: { burst_limit: 333 } })).toBe(false)
})

test('all of them come within 200 ms', () => {
  expect(isHerd({ size: 5, within: 0.2 })).toBe(true)
  expect(isHerd({ size: 5, within: 0.21 })).toBe(false)
  expect(isHerd({ size: 5, after: 10.11, within: 0.1 })).toBe(false)
})

test('resets that are 200 ms apart are those of one window', () => {
  const says = { reset: new ObservedWorld().now.at + 10_202 }
  expect(isHerd({ size: 5, says, after: 10.2, within: 0 })).toBe(true)
  expect(told(outcomeOf(rule, herd({ size: 1, says, after: 10.3 }).world))).toEqual({ ...NOTHING, passed: 1 })
})

test('a herd is seen although others were answered before it, for ten seconds', () => {
  const isSeenAfter = (seconds: number) => {
    const { world, client } = refused()
    world.passes(10)
    const inFlight = Array.from({ length: 5 }, (_, id) => client.begins('GET', `/customers/${id}`))
    world.passes(seconds)
    client.sends('GET', '/customers/9')
    for (const one of inFlight) one.ends()
    return outcomeOf(rule, world).findings.length === 1
  }
  expect(isSeenAfter(9.999)).toBe(true)
  expect(isSeenAfter(10)).toBe(false)
})

test('a reset is open until 200 ms after it', () => {
  const { world } = herd({ size: 1, after: 10 })
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, passed: 1 })
  const { world: open } = refused()
  open.passes(10.2)
  expect(told(outcomeOf(rule, open))).toEqual({ ...NOTHING, open: 1 })
  open.passes(0.001)
  expect(told(outcomeOf(rule, open))).toEqual(NOTHING)
})

test('a client that never comes back has kept nothing, one that comes back later has', () => {
  const { world, client } = refused()
  world.passes(600)
  expect(told(outcomeOf(rule, world))).toEqual(NOTHING)
  client.sends('GET', '/customers/1')
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, passed: 1 })
})

test('none of them comes before the reset', () => {
  expect(isHerd({ size: 5, after: 9.999 })).toBe(false)
})

test('the reset may be that of Retry-After or that of X-RateLimit-Reset', () => {
  const reset = new ObservedWorld().now.at + 40_002
  expect(isHerd({ size: 5, says: { reset }, after: 40 })).toBe(true)
  expect(isHerd({ size: 5, says: { reset }, after: 10 })).toBe(true)
  expect(isHerd({ size: 5, says: { reset }, after: 20 })).toBe(false)
})

test('the daily quota has a reset too, a server that is not available has none', () => {
  expect(isHerd({ size: 5, says: quota(10) })).toBe(true)
  expect(isHerd({ size: 5, says: unavailable(10) })).toBe(false)
  expect(isHerd({ size: 5, says: { answered: 'cut' } })).toBe(false)
})

test('it holds while the clock goes at the pace of real time', () => {
  expect(isHerd({ size: 5, pace: 0 })).toBe(false)
  expect(isHerd({ size: 5, pace: 60 })).toBe(false)
  const faster = (world: ObservedWorld) => {
    world.passes(10)
    world.pace(2)
  }
  expect(isHerd({ size: 5, waits: faster })).toBe(false)
  const live = (world: ObservedWorld) => {
    world.pace(1)
    world.passes(10)
  }
  expect(isHerd({ size: 5, pace: 0, waits: live })).toBe(false)
})

test('a clock that was moved has another reset', () => {
  const moves = (world: ObservedWorld) => {
    world.advances(1)
    world.passes(10)
  }
  expect(isHerd({ size: 5, waits: moves })).toBe(false)
})

test('a reset that comes at another instant, since the clock stood, went faster or was moved, is not open', () => {
  const openAfter = (change: (world: ObservedWorld) => void) => {
    const { world, client } = refused()
    world.passes(2)
    change(world)
    return { world, client, open: outcomeOf(rule, world).open.total }
  }
  expect(openAfter(() => undefined).open).toBe(1)
  expect(openAfter(world => world.advances(1)).open).toBe(0)
  expect(openAfter(world => world.pace(60)).open).toBe(0)
  const { world, client, open } = openAfter(one => one.pace(0))
  expect(open).toBe(0)
  world.passes(4)
  world.pace(1)
  world.passes(4)
  for (let id = 0; id < 5; id += 1) client.sends('GET', `/customers/${id}`)
  expect(told(outcomeOf(rule, world))).toEqual(NOTHING)
})

test('an open case says when it lapses', () => {
  const { world } = refused()
  world.passes(4)
  expect(outcomeOf(rule, world).open.lapsesIn).toBeCloseTo(6.2)
  world.passes(6.3)
  expect(outcomeOf(rule, world).open.lapsesIn).toBe(Infinity)
})

test('requests of another client are no part of it', () => {
  const { world } = herd({ size: 4 })
  const other = world.client()
  other.sends('GET', '/customers/9')
  expect(outcomeOf(rule, world).findings).toEqual([])
})

test('the refusals of one window are one reset', () => {
  const world = new ObservedWorld()
  world.pace(1)
  const client = world.client()
  for (let id = 0; id < 10; id += 1) {
    client.sends('GET', `/customers/${id}`, { ...rate(10), burst_limit: 20 })
  }
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, open: 1 })
  world.passes(10)
  const inFlight = Array.from({ length: 10 }, (_, id) => client.begins('GET', `/customers/${id}`))
  world.passes(0.1)
  for (const one of inFlight) one.ends()
  expect(told(outcomeOf(rule, world))).toMatchObject({ findings: { length: 1 }, passed: 0, open: 0 })
})

test('a refusal that names two resets came up once', () => {
  const reset = new ObservedWorld().now.at + 40_002
  const { world, client } = refused({ says: { reset } })
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, open: 1 })
  world.passes(10)
  client.sends('GET', '/customers/1')
  world.passes(31)
  client.sends('GET', '/customers/2')
  world.passes(60)
  client.sends('GET', '/customers/3')
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, passed: 1 })
  saysTheSameInAnyBatching(rule, world)
})

test('refusals that name the same two resets came up once', () => {
  const world = new ObservedWorld()
  world.pace(1)
  const client = world.client()
  const reset = world.now.at + 40_000
  for (let count = 0; count < 4; count += 1) {
    client.sends('GET', `/customers/${count}`, { ...quota(1_000), burst_limit: 20, reset })
    world.passes(0.2)
  }
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, open: 1 })
  world.passes(41)
  client.sends('GET', '/customers/5')
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, passed: 1 })
  world.passes(1_000)
  client.sends('GET', '/customers/6')
  world.passes(60)
  client.sends('GET', '/customers/7')
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, passed: 1 })
  saysTheSameInAnyBatching(rule, world)
})

test('refusals that round the wait for one reset up to whole seconds are one reset', () => {
  const world = new ObservedWorld()
  world.pace(1)
  const client = world.client()
  const reset = world.now.at + 9_400
  client.sends('GET', '/customers/1', { ...rate(10), burst_limit: 20, reset })
  world.passes(0.3)
  client.sends('GET', '/customers/2', { ...rate(10), burst_limit: 20, reset })
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, open: 1 })
  world.passes(12)
  client.sends('GET', '/customers/3')
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, passed: 1 })
  saysTheSameInAnyBatching(rule, world)
})

test('a reset that nobody stormed is passed', () => {
  const { world, client } = herd({ size: 1 })
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, passed: 1 })
  world.passes(30)
  client.sends('GET', '/customers/1')
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, passed: 1 })
})

test('of ten thousand refusals no more resets are watched than fit', () => {
  const world = new ObservedWorld()
  world.pace(1)
  const client = world.client()
  for (let id = 0; id < 10_000; id += 1) {
    client.sends('GET', `/customers/${id}`, { ...rate(10), burst_limit: 20, takes: 0.1 })
  }
  const { open, passed } = outcomeOf(rule, world)
  expect(open.total).toBeLessThanOrEqual(64)
  expect(passed.total).toBeGreaterThan(0)
})

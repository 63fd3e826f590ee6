import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Randomness } from './random.ts'

const random = new Randomness('7')
const names = Array.from({ length: 20_000 }, (_, index) => `draw:${index}`)

describe('randomness', () => {
  test('is a function of seed and name, so that order and restarts change nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { minLength: 1 }), (seed, wanted) => {
        const [first, second] = [new Randomness(seed), new Randomness(seed)]
        const forwards = wanted.map(name => first.hex(name, 64))
        const backwards = [...wanted].reverse().map(name => second.hex(name, 64))
        expect(backwards.reverse()).toEqual(forwards)
      }),
    )
  })

  test('differs between seeds, between names, and below a name', () => {
    const draws = [
      random.hex('a', 64),
      random.hex('b', 64),
      new Randomness('8').hex('a', 64),
      random.below('a').hex('a', 64),
      random.below('b').hex('a', 64),
      new Randomness('7\u0000a').hex('', 64),
    ]
    expect(new Set(draws).size).toBe(draws.length)
  })

  test('keeps its draws over versions: what was made with a seed once is made with it again', () => {
    expect(random.hex('call.outcome:1', 16)).toBe('b9462b98fca2a497')
    expect(random.uuid('request:1')).toBe('571d659d-8729-4efc-8876-5b9d6d5d8c97')
  })

  test('fills [0, 1) evenly', () => {
    const tenths = new Array<number>(10).fill(0)
    for (const name of names) {
      const value = random.fraction(name)
      expect(value >= 0 && value < 1).toBe(true)
      tenths[Math.floor(value * 10)]!++
    }
    for (const count of tenths) expect(Math.abs(count - 2_000)).toBeLessThan(200)
  })

  test('draws whole numbers from both ends and everything between', () => {
    expect(new Set(names.map(name => random.integer(name, -2, 3)))).toEqual(new Set([-2, -1, 0, 1, 2, 3]))
    expect(random.integer('x', 5, 5)).toBe(5)
  })

  test('picks every element of a list, and refuses an empty one', () => {
    expect(new Set(names.map(name => random.pick(name, ['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']))
    expect(() => random.pick('x', [])).toThrow(RangeError)
  })

  test('draws by weight: in proportion, never what weighs nothing, the first when nothing weighs', () => {
    const counts = { never: 0, often: 0, seldom: 0 }
    for (const name of names) counts[random.weighted(name, { never: 0, often: 9, seldom: 1 })]++
    expect(counts.never).toBe(0)
    expect(Math.abs(counts.seldom - 2_000)).toBeLessThan(200)
    expect(random.weighted('x', { a: 0, b: 0 })).toBe('a')
  })

  test('makes UUIDs of version 4, and tokens of letters and digits of any length it promises', () => {
    for (const name of names.slice(0, 2_000)) {
      expect(random.uuid(name)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(random.token(name, 40)).toMatch(/^[A-Za-z0-9]{40}$/)
    }
    expect(new Set(names.map(name => random.uuid(name))).size).toBe(names.length)
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Tally } from './tally.ts'

const caseAt = (decided_us: number) => ({ decided_us, evidence: [], deliveries: [`d${decided_us}`] })

test('of all cases the first one and the newest are kept, in whatever order they come, and as well when two counts are summed up', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(100), { minLength: 1 }), fc.nat(100), (instants, cut) => {
      const [one, other] = [new Tally(), new Tally()]
      for (const [at, instant] of instants.entries()) (at < cut ? one : other).addCase(null, caseAt(instant))
      one.addAll(other)
      const inOrder = instants.toSorted((a, b) => a - b)
      expect(one.of(null)).toBe(instants.length)
      expect(one.casesOf(null).map(({ decided_us }) => decided_us)).toEqual([
        ...inOrder.slice(0, 1),
        ...inOrder.slice(1).slice(-3),
      ])
    }),
  )
})

test('a case that nothing shows is counted', () => {
  const tally = new Tally()
  tally.addCase(null, { decided_us: 1, evidence: [], deliveries: [] })
  expect([tally.total, tally.casesOf(null)]).toEqual([1, []])
})

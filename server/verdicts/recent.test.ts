import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Recent } from './recent.ts'

test('once it is full, what was quiet for longest goes', () => {
  const recent = new Recent<string, number>(3)
  for (const [index, key] of ['a', 'b', 'c'].entries()) recent.set(key, index)
  recent.get('a')
  recent.peek('b')
  recent.set('d', 3)
  expect([...recent.entries()]).toEqual([
    ['c', 2],
    ['a', 0],
    ['d', 3],
  ])
})

test('what is made by being asked for is made once', () => {
  const recent = new Recent<string, number[]>(2)
  recent.of('a', () => []).push(1)
  recent.of('a', () => []).push(2)
  expect(recent.get('a')).toEqual([1, 2])
})

test('what is told may be deleted before the next one', () => {
  const recent = new Recent<number, number>(4)
  for (const key of [1, 2, 3, 4]) recent.set(key, key)
  for (const [key] of recent.entries()) if (key % 2 === 0) recent.delete(key)
  expect([...recent.values()]).toEqual([1, 3])
  recent.clear()
  expect([recent.size, [...recent.values()]]).toEqual([0, []])
})

test('it keeps what a list does that is searched from end to end', () => {
  const step = fc.record({ act: fc.constantFrom('get', 'peek', 'set', 'delete'), key: fc.nat(7) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const recent = new Recent<number, number>(4)
      let list: [key: number, value: number][] = []
      for (const [time, { act, key }] of steps.entries()) {
        const known = list.find(([other]) => other === key)
        const others = list.filter(([other]) => other !== key)
        if (act === 'peek') expect(recent.peek(key)).toBe(known?.[1])
        else if (act === 'get') {
          expect(recent.get(key)).toBe(known?.[1])
          if (known !== undefined) list = [...others, known]
        } else if (act === 'delete') {
          recent.delete(key)
          list = others
        } else {
          recent.set(key, time)
          list = [...others, [key, time] as [number, number]].slice(-4)
        }
        expect([...recent.entries()]).toEqual(list)
        expect(recent.size).toBe(list.length)
      }
    }),
  )
})

import { expect, onTestFinished, test } from 'vitest'
import { nthOfRequest, Order } from './order.ts'
import { Store } from './store.ts'

function open() {
  const store = Store.open(':memory:')
  onTestFinished(() => store.close())
  const state = { request: 0 }
  const again = () => new Order(store, () => state.request)
  const written = () => store.db.prepare("SELECT value FROM meta WHERE name = 'nth'").pluck().get()
  return { store, state, order: again(), again, written }
}

test('what comes of a request has a higher number than it, and a lower one than the next request', () => {
  const { state, order } = open()
  const numbers = [order.next(), order.next()]
  state.request = 1
  numbers.push(nthOfRequest(1), order.next(), order.next())
  state.request = 2
  numbers.push(nthOfRequest(2), order.next())
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('a move of the clock stands between two things, and takes no number from what comes next', () => {
  const { state, order } = open()
  const [before, move, another, after] = [order.next(), order.between(), order.between(), order.next()]
  expect([before < move, move === another, move < after]).toEqual([true, true, true])
  expect(after - before).toBe(order.next() - after)
  state.request = 1
  expect(order.between()).toBeGreaterThan(nthOfRequest(1))
  expect(order.between()).toBeLessThan(order.next())
})

test('a store that is opened again goes on after the last number', () => {
  const { store, order, again } = open()
  const last = store.transaction(() => [order.next(), order.next()]).at(-1)!
  expect(again().next()).toBe(last + 2)
})

test('what was rolled back leaves a gap, and is no number of a store that is opened again', () => {
  const { store, order, again } = open()
  store.transaction(() => {
    order.next()
    try {
      store.transaction(() => {
        order.next()
        throw new Error('rolled back')
      })
    } catch {}
  })
  expect(again().next()).toBe(4)
  expect(order.next()).toBe(6)
})

test('a transaction in which nothing was numbered writes nothing', () => {
  const { store, order, written } = open()
  store.transaction(() => order.next())
  store.db.exec("UPDATE meta SET value = 'as it was' WHERE name = 'nth'")
  store.transaction(() => {})
  try {
    store.transaction(() => {
      throw new Error('rolled back')
    })
  } catch {}
  store.transaction(() => {})
  expect(written()).toBe('as it was')
})

import { expect, onTestFinished, test } from 'vitest'
import { Remembered } from './remembered.ts'
import { Store } from './store.ts'

function remembering() {
  const store = Store.open(':memory:')
  onTestFinished(() => store.close())
  const asked: number[] = []
  const rows = new Remembered<number, string>(store, key => {
    asked.push(key)
    return key < 0 ? undefined : `row ${key}`
  })
  return { store, rows, asked }
}

test('a row is read once; one that is not there is asked for again', () => {
  const { rows, asked } = remembering()
  expect([rows.get(1), rows.get(1), rows.get(-1), rows.get(-1)]).toEqual(['row 1', 'row 1', undefined, undefined])
  expect(asked).toEqual([1, -1, -1])
})

test('what was put in the place of an older row counts, also when many others came between', () => {
  const { rows } = remembering()
  rows.get(0)
  for (let key = 1; key < 5_000; key++) rows.put(key, 'between')
  rows.put(0, 'changed')
  rows.put(5_000, 'one more than fits')
  rows.put(0, 'changed again')
  expect(rows.get(0)).toBe('changed again')
})

test('what was not asked for since ten thousand others came is let go of', () => {
  const { rows, asked } = remembering()
  for (let key = 0; key <= 10_000; key++) rows.put(key, 'put')
  expect([rows.get(10_000), rows.get(5_000), rows.get(0)]).toEqual(['put', 'put', 'row 0'])
  expect(asked).toEqual([0])
})

test('a turn that is taken back takes what it put with it', () => {
  const { store, rows } = remembering()
  const thrown = () =>
    store.transaction(() => {
      rows.put(1, 'taken back')
      throw new Error('a defect')
    })
  expect(thrown).toThrow('a defect')
  expect(rows.get(1)).toBe('row 1')
})

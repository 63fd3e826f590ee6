import { expect, test } from 'vitest'
import { Store } from '../store/store.ts'
import { Register } from './register.ts'

test('a value that could not be written down is not held', () => {
  const store = Store.open(':memory:')
  const register = new Register(store)
  const attempt = (value: string) =>
    store.transaction(() => {
      register.set('calls.order', value)
      expect(register.get('calls.order')).toBe(value)
      throw new Error('No room left.')
    })
  expect(() => attempt('oldest_first')).toThrow('No room left.')
  expect(register.get('calls.order')).toBe('newest_first')
  store.transaction(() => register.set('calls.order', 'oldest_first'))
  expect(() => store.transaction(() => attempt('newest_first'))).toThrow('No room left.')
  expect(register.get('calls.order')).toBe('oldest_first')
  store.close()
})

import { expect, test } from 'vitest'
import { unseenIn } from './unseen.ts'

test('What a text holds is named only where nothing of it is seen', () => {
  expect(unseenIn('\n  ')).toEqual([
    { name: 'line_break', count: 1 },
    { name: 'space', count: 2 },
  ])
  expect(unseenIn('\r\n\t\ufeff\u00a0').map(({ name }) => name)).toEqual([
    'carriage_return',
    'line_break',
    'tab',
    'byte_order_mark',
    'no_break_space',
  ])
  expect(unseenIn(' a')).toEqual([])
  expect(unseenIn('')).toEqual([])
})

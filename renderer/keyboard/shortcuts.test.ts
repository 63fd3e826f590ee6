import { expect, test } from 'vitest'
import { Shortcuts } from './shortcuts.ts'

function boundTo(...strokes: string[]) {
  const ran: string[] = []
  const shortcuts = new Shortcuts()
  shortcuts.add({
    current: Object.fromEntries(strokes.map(stroke => [stroke, { does: '', run: () => ran.push(stroke) }])),
  })
  return { shortcuts, ran }
}

test('two strokes are one when the second key went down soon after the first', () => {
  const { shortcuts, ran } = boundTo('g r')
  expect([shortcuts.press('g', 1_000), shortcuts.press('r', 2_000)]).toEqual([true, true])
  expect(ran).toEqual(['g r'])
})

test('two strokes that are far apart are two', () => {
  const { shortcuts, ran } = boundTo('g r', 'r')
  shortcuts.press('g', 1_000)
  shortcuts.press('r', 2_300)
  expect(ran).toEqual(['r'])
})

test('what came last takes a key from what was there before, until it goes', () => {
  const { shortcuts, ran } = boundTo('enter')
  const remove = shortcuts.add({ current: { enter: { does: '', run: () => ran.push('dialog') } } })
  shortcuts.press('enter', 0)
  remove()
  shortcuts.press('enter', 1)
  expect(ran).toEqual(['dialog', 'enter'])
})

test('a key that nothing is bound to is left to the browser', () => {
  expect(boundTo('g r').shortcuts.press('x', 0)).toBe(false)
})

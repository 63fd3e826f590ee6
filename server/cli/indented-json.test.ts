import { expect, test } from 'vitest'
import { indentedJson } from './indented-json.ts'

const VALUE = {
  data: [{ id: 1, name: 'A "quoted" {name}, with: all\n\\', tags: [], of: {}, note: null }, [true, -1.5e3, '']],
  meta: { total: 62 },
}

test('a body of JSON has a field a line, as JSON.stringify would write it', () => {
  expect(indentedJson(JSON.stringify(VALUE))).toBe(JSON.stringify(VALUE, null, 2))
})

test('a body that is cut has them as well, wherever it is cut, and nothing else about it changes', () => {
  const text = JSON.stringify(VALUE)
  for (let end = 1; end <= text.length; end += 1) {
    const indented = indentedJson(text.slice(0, end))
    const lines = indented.split('\n').map((line, index) => (index === 0 ? line : line.replace(/^ +/, '')))
    // Only a colon between a name and its value has a space.
    expect(lines.join('').replaceAll('": ', '":')).toBe(text.slice(0, end))
    expect(JSON.stringify(VALUE, null, 2).startsWith(indented.trimEnd())).toBe(true)
  }
})

test.each(['id,name\n1,A', '{"id": 1}', '{"id":1,\n"name":"A"', 'plain'])('%j is shown as it was sent', text => {
  expect(indentedJson(text)).toBe(text)
})

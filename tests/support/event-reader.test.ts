import { expect, test } from 'vitest'
import { eventReader } from './event-reader.ts'

const readAll = (pieces: string[]) => {
  const read = eventReader()
  return pieces.flatMap(read)
}

test('an event that arrives in pieces is one event', () => {
  expect(readAll(['event: clo', 'ck\nda', 'ta: {"a":', '1}\n', '\nevent: x\n'])).toEqual([
    { event: 'clock', id: undefined, data: '{"a":1}' },
  ])
})

test('comments and empty blocks are passed over; lines of data belong together', () => {
  expect(readAll([': ping\n\nid: 7\ndata: a\ndata: b\n\n\n\n'])).toEqual([{ event: undefined, id: '7', data: 'a\nb' }])
})

test('lines may end as on Windows', () => {
  expect(readAll(['event: clock\r\ndata: 1\r\n\r\n'])).toEqual([{ event: 'clock', id: undefined, data: '1' }])
})

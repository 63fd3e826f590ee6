import { expect, test } from 'vitest'
import { eventReader } from './clock-watch.ts'

function readAll(pieces: string[]): { event: string; data: string }[] {
  const events: { event: string; data: string }[] = []
  const read = eventReader(event => events.push(event))
  for (const piece of pieces) read(piece)
  return events
}

test('an event that arrives in pieces is one event', () => {
  expect(readAll(['event: clo', 'ck\nda', 'ta: {"a":', '1}\n', '\nevent: x\n'])).toEqual([
    { event: 'clock', data: '{"a":1}' },
  ])
})

test('comments, ids and empty blocks are passed over; lines of data belong together', () => {
  expect(readAll([': ping\n\nid: 7\ndata: a\ndata: b\n\n\n\n'])).toEqual([{ event: 'message', data: 'a\nb' }])
})

test('lines may end as on Windows', () => {
  expect(readAll(['event: clock\r\ndata: 1\r\n\r\n'])).toEqual([{ event: 'clock', data: '1' }])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventStreamParser } from './event-stream.ts'

const STREAM = [
  'retry: 1000\n\n',
  'id: 7-1\nevent: exchange\ndata: {"path":"/a: b"}\n\n',
  ': heartbeat\n\n',
  'id: 7-2\r\nevent: clock\r\ndata: 1\r\ndata: 2\r\n\r\n',
].join('')

test('Wherever the text is cut, the messages are the same', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length), { maxLength: 8 }), cuts => {
      const parser = new EventStreamParser()
      const ends = [0, ...cuts.toSorted((a, b) => a - b), STREAM.length]
      const messages = ends.slice(1).flatMap((end, index) => parser.push(STREAM.slice(ends[index], end)))
      expect(messages).toEqual([
        { type: 'exchange', data: '{"path":"/a: b"}' },
        { type: 'clock', data: '1\n2' },
      ])
      expect([parser.lastEventId, parser.retryMs]).toEqual(['7-2', 1000])
    }),
  )
})

test('What a lost connection left unfinished is forgotten, and where it stood is kept', () => {
  const parser = new EventStreamParser()
  parser.push('id: 7-1\nevent: clock\ndata: 1\n\nid: 7-1\nevent: clo')
  parser.restart()
  expect(parser.push('event: exchange\ndata: 2\n\n')).toEqual([{ type: 'exchange', data: '2' }])
  expect(parser.lastEventId).toBe('7-1')
})

import { execFile } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { bombOf } from '../../tests/support/bomb.ts'
import { startSocketReceiver, whenRequested } from '../../tests/support/receivers.ts'
import { createAuthority } from '../../tests/support/tls.ts'

const SENDER = fileURLToPath(new URL('../../tests/support/send-to-hostile.ts', import.meta.url))
/** How much memory hostile answers may take, however many there are. */
const GROWTH_LIMIT_MB = 20
/** Hostile answers, and as many healthy ones before: the long tier takes more. */
const COUNT = Number(process.env.RINGBACK_HOSTILE_ANSWERS ?? 64)

const authority = createAuthority()
const MEGABYTE = 'x'.repeat(1_024 * 1_024)
const bomb = bombOf(200)

const hostile: [title: string, answer: (socket: Socket) => void, outcome: string][] = [
  [
    'a body of 1 GB',
    socket => pour(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n', MEGABYTE),
    '200 answered',
  ],
  [
    'an endless chunked body',
    socket => pour(socket, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', `100000\r\n${MEGABYTE}\r\n`),
    '200 answered',
  ],
  [
    'a bomb that unfolds to 200 MB',
    socket => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
      socket.end(bomb)
    },
    '200 answered',
  ],
  [
    'endless headers',
    socket => pour(socket, 'HTTP/1.1 200 OK\r\n', `X-More: ${'x'.repeat(1_000)}\r\n`),
    'null bad_response',
  ],
]

test.each(hostile)('%s costs next to no memory, however often it comes (threat C5)', async (_, answer, outcome) => {
  const healthy = await receiverThat(socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
  const receiver = await receiverThat(answer)
  const order = { healthy_url: healthy.url, hostile_url: receiver.url, ca: authority.cert, count: COUNT }
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', SENDER, JSON.stringify(order)])
  const { growth_mb, results } = JSON.parse(stdout) as { growth_mb: number; results: Record<string, number> }
  expect(results).toEqual({ '200 answered': COUNT, [outcome]: outcome === '200 answered' ? 2 * COUNT : COUNT })
  expect(growth_mb).toBeLessThan(GROWTH_LIMIT_MB)
})

async function receiverThat(answers: (socket: Socket) => void) {
  const receiver = await startSocketReceiver({
    identity: authority.issue(),
    onConnection: socket => whenRequested(socket, () => answers(socket)),
  })
  onTestFinished(() => receiver.close())
  return receiver
}

/** A head, then a piece as often as the other end accepts it. */
function pour(socket: Socket, head: string, piece: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(piece)) {
      // until the buffer is full
    }
  }
  socket.write(head)
  socket.on('drain', write)
  write()
}

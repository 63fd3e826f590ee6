import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/cli.ts'
import { openSocket, sendRaw } from '../../tests/support/raw-socket.ts'
import { type SaveOutcome, saveBody } from './save-body.ts'

const MOST = 100_000

/** A server that saves the body of one request, and reports the outcome. */
async function saving({ file }: { file: string }) {
  const outcome = Promise.withResolvers<SaveOutcome>()
  const server = createServer(async (request: IncomingMessage, response) => {
    const saved = await saveBody(request, { file, maxBytes: MOST, response })
    outcome.resolve(saved)
    response.end(saved.kind)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    outcome: outcome.promise,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** An empty file, as `saveBody` gets it. */
function emptyFile() {
  const folder = temporaryFolder()
  const file = join(folder.path, 'body')
  writeFileSync(file, '')
  return { file, folder: folder.path, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

const post = (headers: string) => `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n\r\n`
const BYTES = Buffer.from(Array.from({ length: MOST }, (_, index) => index % 251))

test.each([
  ['with its length', `Content-Length: ${MOST}`, BYTES],
  [
    'in chunks',
    'Transfer-Encoding: chunked',
    Buffer.concat([
      ...[BYTES.subarray(0, 60_000), BYTES.subarray(60_000)].flatMap(part => [
        Buffer.from(`${part.length.toString(16)}\r\n`),
        part,
        Buffer.from('\r\n'),
      ]),
      Buffer.from('0\r\n\r\n'),
    ]),
  ],
])('a body that comes %s is in the file byte for byte', async (_, headers, body) => {
  using file = emptyFile()
  await using server = await saving(file)
  const [answer] = await sendRaw(Buffer.concat([Buffer.from(post(headers)), body]), server)
  expect(answer?.body).toBe('saved')
  expect(readFileSync(file.file).equals(BYTES)).toBe(true)
})

test('no body is an empty file', async () => {
  using file = emptyFile()
  await using server = await saving(file)
  expect((await sendRaw(post('Content-Length: 0'), server)).map(({ body }) => body)).toEqual(['saved'])
  expect(readFileSync(file.file)).toHaveLength(0)
})

test.each([
  ['is announced', `Content-Length: ${MOST + 1}`, Buffer.concat([BYTES, Buffer.of(0)])],
  [
    'comes',
    'Transfer-Encoding: chunked',
    Buffer.concat([Buffer.from(`${(MOST + 1).toString(16)}\r\n`), BYTES, Buffer.from('x\r\n0\r\n\r\n')]),
  ],
])(
  'more than allowed is refused when it %s, and the answer is read on the same connection',
  async (_, headers, body) => {
    using file = emptyFile()
    await using server = await saving(file)
    const [answer] = await sendRaw(Buffer.concat([Buffer.from(post(headers)), body]), server)
    expect(answer?.body).toBe('too_large')
    expect(await server.outcome).toEqual({ kind: 'too_large', maxBytes: MOST })
  },
)

test('a body whose sender leaves in the middle is aborted', async () => {
  using file = emptyFile()
  await using server = await saving(file)
  const socket = await openSocket(server)
  socket.write(post(`Content-Length: ${MOST}\r\nExpect: 100-continue`))
  // The body was asked for, so it is being read from here on.
  await once(socket, 'data')
  socket.end(BYTES.subarray(0, 1_000))
  expect(await server.outcome).toEqual({ kind: 'aborted' })
})

test('a file that cannot be written is told, and the sender gets an answer', async () => {
  using file = emptyFile()
  await using server = await saving({ file: join(file.folder, 'missing', 'body') })
  const bytes = Buffer.concat([Buffer.from(post(`Content-Length: ${MOST}`)), BYTES])
  expect((await sendRaw(bytes, server)).map(({ body }) => body)).toEqual(['failed'])
  expect(await server.outcome).toMatchObject({ kind: 'failed', error: { code: 'ENOENT' } })
})

test('a coded body is not read', async () => {
  using file = emptyFile()
  await using server = await saving(file)
  const bytes = Buffer.concat([Buffer.from(post(`Content-Length: ${MOST}\r\nContent-Encoding: gzip`)), BYTES])
  expect((await sendRaw(bytes, server)).map(({ body }) => body)).toEqual(['encoded'])
})

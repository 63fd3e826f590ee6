import { connect } from 'node:net'
import { argv } from 'node:process'

/**
 * The load generator, a process of its own: keep-alive connections that each send the next request when the answer is there. Prints one
 * line of JSON. Arguments: JSON of `{ port, method, path, headers, body, seconds, connections, perSecond }`; `{n}` in path and body is a
 * counter. `perSecond` keeps all connections together to a rate; without it they send as fast as they are answered.
 */
interface Load {
  port: number
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  seconds: number
  connections: number
  perSecond?: number
}

const load = JSON.parse(argv[2] ?? '{}') as Load
let counter = 0
let answered = 0
let refused = 0
let stopped = false
const latencies: number[] = []

function bytes(): string {
  counter++
  const fill = (text: string) => text.replaceAll('{n}', `${process.pid}-${counter}`)
  const body = load.body === undefined ? '' : fill(load.body)
  const headers = Object.entries(load.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return `${load.method} ${fill(load.path)} HTTP/1.1\r\nHost: 127.0.0.1:${load.port}\r\n${headers.join('')}${length}\r\n${body}`
}

const LAST_CHUNK = '\r\n0\r\n\r\n'

/** Where an answer ends whose head ends at `head`; -1 while that cannot be told. */
function endOfBody(received: string, head: number): number {
  const fields = received.slice(0, head)
  if (/transfer-encoding: chunked/i.test(fields)) {
    // An empty body is its last chunk alone.
    const last = received.indexOf(LAST_CHUNK, head + 2)
    return last < 0 ? -1 : last + LAST_CHUNK.length
  }
  return head + 4 + Number(/content-length: (\d+)/i.exec(fields)?.[1] ?? 0)
}

function run(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(load.port, '127.0.0.1')
    socket.setNoDelay(true)
    let received = ''
    let sent = 0
    let due = performance.now()
    const send = () => {
      sent = performance.now()
      socket.write(bytes())
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', chunk => {
      received += chunk.toString('latin1')
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      const end = endOfBody(received, head)
      if (end < 0 || received.length < end) return
      if (!/^HTTP\/1\.1 2/.test(received)) refused++
      received = received.slice(end)
      answered++
      if (answered % 16 === 0) latencies.push(performance.now() - sent)
      if (!stopped) {
        if (load.perSecond === undefined) return send()
        due += (load.connections / load.perSecond) * 1_000
        setTimeout(send, Math.max(0, due - performance.now()))
        return
      }
      socket.end()
      resolve()
    })
  })
}

const started = performance.now()
setTimeout(() => {
  stopped = true
}, load.seconds * 1_000)
await Promise.all(Array.from({ length: load.connections }, run))
const seconds = (performance.now() - started) / 1_000
latencies.sort((a, b) => a - b)
const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
console.log(
  JSON.stringify({
    perSecond: answered / seconds,
    refused,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  }),
)

/**
 * A process of its own that sends deliveries to a URL and reports how far its memory then was, at the worst moment, above what as many
 * deliveries to a healthy receiver need. Takes one JSON argument `{healthy_url, hostile_url, ca, count}`, prints `{growth_mb, results: {"<status> <error code>": number}}`. Needs `--expose-gc`: garbage is
 * collected after every round, so that the figure says what answers hold and not how late V8 tidies up.
 */
import { createTransport } from '../../server/egress/transport.ts'
import { destinationOf } from './destination.ts'

const PARALLEL = 8
const order = JSON.parse(process.argv[2]!) as { healthy_url: string; hostile_url: string; ca: string; count: number }
const transport = createTransport({ ca: order.ca, stopwatch: () => performance.now() })
const results: Record<string, number> = {}

async function send(url: string): Promise<void> {
  const { status_code, error } = await transport.send({
    destination: destinationOf(url),
    headers: {},
    body: Buffer.from('{}'),
    timeout: { connect_seconds: 5, total_seconds: 10 },
  })
  const outcome = `${status_code} ${error?.split(':')[0] ?? 'answered'}`
  results[outcome] = (results[outcome] ?? 0) + 1
}

async function sendMany(url: string): Promise<void> {
  for (let sent = 0; sent < order.count; sent += PARALLEL) {
    await Promise.all(Array.from({ length: PARALLEL }, () => send(url)))
    sample()
    globalThis.gc!()
  }
}

// Sampled, since the peak that the operating system knows of a process begins with that of its parent on Linux.
let peak = 0
const sample = () => {
  peak = Math.max(peak, process.memoryUsage.rss())
}
const sampling = setInterval(sample, 2)

await sendMany(order.healthy_url)
const before = peak
await sendMany(order.hostile_url)
process.stdout.write(JSON.stringify({ growth_mb: (peak - before) / 1_024 ** 2, results }))
clearInterval(sampling)
await transport.close()

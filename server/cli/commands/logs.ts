import type { Command } from 'commander'
import { streamEvents } from '../../client/event-stream.ts'
import type { ExchangeDetailView, ExchangeView } from '../../index.ts'
import { facts, table } from '../output.ts'
import { onWorld, type Target, withExamples } from '../target.ts'

interface ListFlags {
  tenant?: string
  status?: string
  path?: string
  q?: string
  limit: string
  follow?: boolean
}

export function configure(command: Command): void {
  withExamples(command, 'ringback logs --status 4xx', 'ringback logs --follow', 'ringback logs show <request_id>')
  const list = command
    .command('list', { isDefault: true })
    .summary('requests to the API, oldest of the newest first')
    .option('--tenant <slug>', 'of one tenant')
    .option('--status <status>', '404, 4xx, or several with commas')
    .option('--path <text>', 'with this text in the path')
    .option('--q <text>', 'with this text anywhere')
    .option('--limit <rows>', 'so many at most', '20')
    .option('-f, --follow', 'go on with what comes, until Ctrl+C')
  onWorld(list, async target => {
    const { limit, follow, ...filter } = list.opts<ListFlags>()
    const newest = await target.world.requests.list({ ...filter, limit: Number(limit) })
    if (target.json && !follow) target.print(newest, '')
    else for (const row of newest.reverse()) target.print(row, logLine(row))
    if (follow) await followRequests(target, filter)
  })
  onWorld(
    command.command('show <request_id>').summary('one request: both sides, and why it was answered so'),
    async ({ world, print }, request_id: string) => {
      const exchange = await world.requests.get(request_id)
      print(exchange, () => showExchange(exchange))
    },
  )
  onWorld(
    command.command('replay <request_id>').summary('send a request again, and tell how it is answered now'),
    async ({ world, print }, request_id: string) => {
      const exchange = await world.requests.replay(request_id)
      print(exchange, () => showExchange(exchange))
    },
  )
}

/** The stream tells that something came; the list, which knows the filters, tells what. */
async function followRequests(
  { world, print }: Target,
  filter: { tenant?: string; status?: string; path?: string; q?: string },
): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  let seen = (await world.requests.list({ limit: 1 }))[0]?.seq ?? 0
  for await (const { topic } of streamEvents(world.client, ['exchange'], stop.signal)) {
    if (topic !== 'exchange' && topic !== 'ready' && topic !== 'gap') continue
    const page = (await world.requests.list({ ...filter, limit: 200 })).filter(({ seq }) => seq > seen)
    for (const row of page.reverse()) print(row, logLine(row))
    seen = Math.max(seen, ...page.map(({ seq }) => seq))
  }
}

function logLine({ at, status, method, path, query, tenant, code, duration_ms, request_id }: ExchangeView): string {
  const address = `${method} ${path}${query === '' ? '' : `?${query.replace(/^\?/, '')}`}`
  return `${at}  ${status}  ${address}  ${tenant ?? 'nobody'}  ${code ?? 'ok'}  ${duration_ms.toFixed(1)} ms  ${request_id}`
}

function showExchange(exchange: ExchangeDetailView): string {
  const { request, response, trace } = exchange
  const steps = trace.map(({ gate, outcome, code, figures }) => [
    gate,
    outcome,
    code,
    Object.entries(figures ?? {})
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      .join(' '),
  ])
  const headers = (rows: readonly (readonly [string, string])[]) =>
    rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  return [
    facts([
      [
        'Request',
        `${exchange.method} ${exchange.path}${exchange.query === '' ? '' : `?${exchange.query.replace(/^\?/, '')}`}`,
      ],
      ['Answer', `${exchange.status} ${exchange.code ?? ''}`],
      ['Why', exchange.explanation],
      ['Assumptions', exchange.assumptions.join(', ') || null],
    ]),
    '',
    table(['CHECK', 'OUTCOME', 'CODE', 'FIGURES'], steps),
    '',
    headers(request.headers),
    '',
    request.body.text ?? `(${request.body.bytes} bytes)`,
    '',
    headers(response.headers),
    '',
    response.body.text ?? `(${response.body.bytes} bytes)`,
  ].join('\n')
}

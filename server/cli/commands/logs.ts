import type { Command } from 'commander'
import { streamEvents } from '../../client/event-stream.ts'
import { lossOf } from '../../contract/answered.ts'
import type { Origin } from '../../contract/origins.ts'
import type { ExchangeDetailView, ExchangeView, WorldHandle } from '../../index.ts'
import { addListFlags, listFilter } from '../list-flags.ts'
import { facts, table } from '../output.ts'
import { onWorld, type Target, withExamples } from '../target.ts'

export function configure(command: Command): void {
  withExamples(command, 'ringback logs --status 4xx', 'ringback logs --follow', 'ringback logs show 15')
  const list = command.command('list', { isDefault: true }).summary('list the newest API requests in order')
  addListFlags(list, 'requests')
    .option('-a, --all', 'include what Ringback itself sent: dashboard, replays, listen')
    .option('-f, --follow', 'keep printing new requests until Ctrl+C')
  onWorld(list, async target => {
    const { follow, all } = list.opts<{ follow?: boolean; all?: boolean }>()
    const given = listFilter(list, 'requests')
    const filter = all ? given : { ...given, origin: 'client' satisfies Origin }
    const newest = await target.world.requests.list(filter)
    if (target.json && !follow) target.print(newest, '')
    else if (newest.length === 0 && !follow)
      target.print([], all ? 'No requests.' : 'No requests from clients; --all includes those of Ringback itself.')
    else for (const row of newest.reverse()) target.print(row, logLine(row))
    if (follow) await followRequests(target, filter)
  })
  onWorld(
    command.command('show <request_id>').summary('show a request and its response, and explain the response'),
    async ({ world, print }, request_id: string) => {
      const exchange = await world.requests.get(await idOf(world, request_id))
      print(exchange, () => showExchange(exchange))
    },
  )
  onWorld(
    command.command('replay <request_id>').summary('send a request again, and compare the responses'),
    async ({ world, print }, request_id: string) => {
      const exchange = await world.requests.replay(await idOf(world, request_id))
      print(exchange, () => showExchange(exchange))
    },
  )
}

/**
 * A request may be named by its number in the world, as in `show 15`: its identifier begins with that number as eight hexadecimal digits,
 * and ends like those of all other requests of the world.
 */
async function idOf(world: WorldHandle, text: string): Promise<string> {
  const [, number] = /^#?(\d{1,7})$/.exec(text) ?? []
  if (number === undefined) return text
  const [any] = await world.requests.list({ limit: 1 })
  return any === undefined ? text : Number(number).toString(16).padStart(8, '0') + any.request_id.slice(8)
}

/** The stream says that something came; the list, which knows the filters, says what. */
async function followRequests(
  { world, print }: Target,
  filter: Parameters<Target['world']['requests']['list']>[0],
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

function logLine({
  at,
  status,
  broken_off,
  answered,
  origin,
  method,
  path,
  query,
  tenant,
  code,
  duration_ms,
  request_id,
}: ExchangeView): string {
  const address = `${method} ${path}${query === '' ? '' : `?${query.replace(/^\?/, '')}`}`
  const sender = origin === 'client' ? '' : `  (${origin})`
  // A status that no client has seen is not given as one that it had.
  return `${at}  ${lossOf({ answered, broken_off }) ?? status}  ${address}  ${tenant ?? 'nobody'}  ${code ?? 'ok'}  ${duration_ms.toFixed(1)} ms  ${request_id}${sender}`
}

function showExchange(exchange: ExchangeDetailView): string {
  const loss = lossOf(exchange)
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
      ['Sent by', exchange.origin],
      ['Answer', `${exchange.status} ${exchange.code ?? ''}${loss === undefined ? '' : ` (${loss})`}`],
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

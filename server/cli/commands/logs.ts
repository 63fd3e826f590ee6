import { type Command, Option } from 'commander'
import { streamEvents } from '../../client/event-stream.ts'
import { ANSWERED_WORDS, DROPPED, GONE, lossOf, TRUNCATED, UNANSWERED } from '../../contract/answered.ts'
import { ENDPOINTS } from '../../contract/endpoints.ts'
import { ERRORS } from '../../contract/errors.ts'
import type { ListFilter } from '../../contract/lists.ts'
import { nearestName } from '../../contract/nearest-name.ts'
import { counted } from '../../contract/sentences.ts'
import { shown } from '../../contract/shown.ts'
import type { FacetsView } from '../../control/protocol/journal.ts'
import type { CallView, ExchangeDetailView, ExchangeView, WorldHandle } from '../../index.ts'
import { comparedText, exchangeText } from '../exchange-text.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { judgedText } from '../judged-text.ts'
import { addListFlags, listFilter } from '../list-flags.ts'
import { LogTable } from '../log-table.ts'
import { requestIdOf } from '../named-request.ts'
import { table } from '../output.ts'
import { onWorld, type Target, withExamples } from '../target.ts'
import { wayPast } from '../way-past.ts'

type Filter = ListFilter<'requests'>

const FULL = 'long bodies to their ends'
const WORDS = Object.keys(ANSWERED_WORDS).join(', ')
const HELP = `
An answer that its client did not receive is told by what became of it, and never by a status:
  answer lost  nothing of it is known to have come   --answered lost, --status lost
  answer cut   a part of it came                     --answered cut,  --status cut
  client left  it had closed before the answer came  --answered left, --status left
  unanswered   a fault holds it, or held it when     --status unanswered
               this world was forked or saved
The names of the control interface are understood as well: gone is left, and --status takes dropped for lost and truncated for cut.

A request is named by its number (#16 or 16) or by its id, the X-Request-ID of its answer (--wide, --json).`

export function configure(command: Command): void {
  withExamples(
    command,
    'ringback logs --follow',
    'ringback logs --status 4xx,5xx --tenant pro',
    'ringback logs --code rate_limit_exceeded --caller axios',
    'ringback logs --answered lost,cut,left',
    'ringback logs count',
    'ringback logs show 16',
  )
  command.addHelpText(
    'after',
    `\n"ringback logs" takes the flags of list: "ringback logs list --help" has them.\n${HELP}`,
  )
  const list = command.command('list', { isDefault: true }).summary('list the newest API requests, the newest last')
  addLogFlags(list)
    .option('-w, --wide', 'also the id of the key and of the request')
    .option('-f, --follow', 'keep printing new requests until Ctrl+C')
  withExamples(list, 'ringback logs --follow --status 5xx,lost', 'ringback logs --method POST --path /calls --wide')
  list.addHelpText('after', HELP)
  onWorld(list, listRequests(list))
  const count = command.command('count').summary('count API requests by answer, tenant and endpoint')
  addLogFlags(count)
  withExamples(count, 'ringback logs count', 'ringback logs count --tenant pro')
  onWorld(count, async ({ world, print }) => {
    const { limit: _, ...filter } = filterOf(count)
    const facets = await countsOf(world, filter)
    await warnOfCodes(world, filter)
    print(facets, () => countsText(facets, { all: count.opts<{ all?: boolean }>().all === true }))
  })
  onWorld(
    withExamples(
      command
        .command('show')
        .argument('<request>', 'its number (#16 or 16), or its id')
        .summary('show a request and its response, and explain the response')
        .option('--full', FULL),
      'ringback logs show 16',
    ),
    async ({ world, print }, request: string, { full = false }: { full?: boolean }) => {
      const exchange = await world.requests.get(await requestIdOf(world, request))
      const judged = await judgedText(world, exchange)
      const shown = { world_id: world.id, full, more: judged, ...(await goingOn(world, exchange)) }
      print(exchange, () => exchangeText(exchange, shown))
    },
  )
  onWorld(
    withExamples(
      command
        .command('replay')
        .argument('<request>', 'its number (#16 or 16), or its id')
        .summary('send a request again, and compare the responses')
        .option('--full', FULL),
      'ringback logs replay 16',
    ),
    async ({ world, print }, request: string, { full = false }: { full?: boolean }) => {
      const before = await world.requests.get(await requestIdOf(world, request))
      const exchange = await world.requests.replay(before.request_id)
      const shown = {
        world_id: world.id,
        full,
        more: [comparedText(before, exchange)],
        ...(await goingOn(world, exchange)),
      }
      print(exchange, () => exchangeText(exchange, shown))
    },
  )
}

/** What is so now of the calls that came of it, and of what refused it. */
const goingOn = async (world: WorldHandle, exchange: ExchangeDetailView) => ({
  calls: await Promise.all(exchange.caused.calls.map((call_id): Promise<CallView> => world.calls.get(call_id))),
  ways: await wayPast(world, exchange),
})

function addLogFlags(command: Command): Command {
  return addListFlags(command, 'requests')
    .addOption(new Option('--answered <way>', `what became of the answer: one or more of ${WORDS}`))
    .option('-a, --all', 'include what Ringback itself sent: dashboard, replays, listen')
}

/** What the flags ask for. Without `--all` or `--origin`, requests of clients alone. */
function filterOf(command: Command): Filter {
  const { all, answered } = command.opts<{ all?: boolean; answered?: string }>()
  const given = listFilter(command, 'requests')
  const filter: Filter = {
    ...given,
    ...(answered === undefined ? {} : { answered: waysOf(answered) }),
  }
  return all || filter.origin !== undefined ? filter : { ...filter, origin: 'client' }
}

/** @throws CommandError (usage) when it is none of the words */
function waysOf(text: string): string {
  const ways = text.split(',').map(word => {
    const way = Object.entries(ANSWERED_WORDS).find(([known]) => known === word.trim())?.[1]
    // As it was called before.
    if (way === undefined && word.trim() !== GONE)
      throw new CommandError(`--answered takes one or more of ${WORDS} (got ${shown(word)}).`, EXIT.usage)
    return way ?? GONE
  })
  return ways.join(',')
}

const listRequests = (list: Command) => async (target: Target) => {
  const { follow, all, wide } = list.opts<{ follow?: boolean; all?: boolean; wide?: boolean }>()
  const filter = filterOf(list)
  const { world, json, print } = target
  const log = new LogTable({
    senders: filter.origin !== 'client',
    wide: wide === true,
    // None where NO_COLOR is set.
    colours: process.stdout.isTTY && process.stdout.hasColors(),
  })
  const newest = (await world.requests.list(filter)).toReversed()
  await warnOfCodes(world, filter)
  if (json && !follow) return print(newest.toReversed(), '')
  if (newest.length === 0 && !follow) return print([], await nothingText(world, { all: all === true }))
  log.fit(newest)
  if (!json) print(null, log.titles)
  for (const row of newest) print(row, () => log.line(row))
  if (follow) return await followRequests(target, { filter, log, shown: newest })
  const { total } = await countsOf(world, filter)
  // To stderr, since it is no request.
  if (total > newest.length)
    process.stderr.write(
      `ringback: the newest ${newest.length} of ${counted(total, 'request')}; --limit ${total} shows them all.\n`,
    )
}

/**
 * A code that the contract does not have may be a fault's own, so it is not refused; where no request here had it, it is probably a typing
 * error, which would look like a good result. To stderr, since it is no request.
 */
async function warnOfCodes(world: WorldHandle, { code }: Filter): Promise<void> {
  for (const part of (code ?? '').split(',').map(text => text.trim())) {
    if (part === '' || CODES.includes(part)) continue
    if ((await countsOf(world, { code: part })).total > 0) continue
    const nearest = nearestName(part, CODES)
    const wayOut = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    process.stderr.write(
      `ringback: No request here was answered with ${shown(part)}, and the contract has no such code.${wayOut}\n`,
    )
  }
}

const CODES: readonly string[] = [...new Set(Object.values(ERRORS).map(({ code }) => code))]

async function nothingText(world: WorldHandle, { all }: { all: boolean }): Promise<string> {
  const others = await countsOf(world, all ? {} : { origin: 'client' })
  if (others.total > 0)
    return `No request matches; without these filters there ${others.total === 1 ? 'is' : 'are'} ${others.total.toLocaleString('en')}.`
  return all ? 'No requests.' : 'No requests from clients; --all includes those of Ringback itself.'
}

const countsOf = (world: WorldHandle, { limit: _, ...filter }: Filter): Promise<FacetsView> =>
  world.client.get(['facets', 'requests'], filter)

interface Following {
  readonly filter: Filter
  readonly log: LogTable
  /** What stands there already. */
  readonly shown: readonly ExchangeView[]
}

/** Whether an answer that a fault may still hold back, or keep from its client, has not left yet. */
const isOnItsWay = ({ unanswered }: ExchangeView): boolean => unanswered === 'now'

/** Rows of one look at what is new. */
const MOST_NEW = 200

/** The stream says that something came or has left; the list, which knows the filters, says what. */
async function followRequests({ world, print }: Target, { filter, log, shown: before }: Following): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const told = new Map(before.map(row => [row.seq, lossOf(row)]))
  // Where fewer stand there than were asked for, no older one has matched so far.
  let from = before.length < (filter.limit ?? 0) ? 0 : (before[0]?.seq ?? 0) - 1
  for await (const { topic } of streamEvents(world.client, ['exchange'], stop.signal)) {
    if (topic !== 'exchange' && topic !== 'ready' && topic !== 'gap') continue
    const page = await world.requests.list({ ...filter, limit: MOST_NEW })
    for (const row of page.toReversed().filter(({ seq }) => seq > from)) {
      const loss = lossOf(row)
      const isKnown = told.has(row.seq)
      // One that is told already is told again only when it turns out that its client did not receive the answer.
      if ((!isKnown && isOnItsWay(row)) || (isKnown && told.get(row.seq) === loss)) continue
      told.set(row.seq, loss)
      print(row, () => log.line(row))
    }
    if (page.length < MOST_NEW) continue
    // Of what is older the list says no more.
    from = Math.max(from, (page.at(-1)?.seq ?? 0) - 1)
    for (const seq of told.keys()) if (seq <= from) told.delete(seq)
  }
}

/** What stands in the place of a status that no client has seen. */
const LOSSES: Readonly<Record<string, string>> = {
  [DROPPED]: 'answer lost',
  [TRUNCATED]: 'answer cut',
  [GONE]: 'client left',
  [UNANSWERED]: 'unanswered',
}

/** `GET /customers/{customerId}`, as everywhere else. */
function endpointText(id: string): string | undefined {
  const row = ENDPOINTS.find(one => one.id === id)
  return row && `${row.method} ${row.path}`
}

function countsText({ total, facets }: FacetsView, { all }: { all: boolean }): string {
  const rowsOf = (name: string, none: string) =>
    (facets[name] ?? []).map(({ value, count }) => [
      count,
      value === null ? none : ((name === 'endpoint' ? endpointText(value) : LOSSES[value]) ?? value),
    ])
  return [
    `${counted(total, 'request')}${all ? '' : ' of clients'}`,
    ...(
      [
        ['ANSWER', 'status', '-'],
        ['TENANT', 'tenant', 'nobody'],
        ['ENDPOINT', 'endpoint', 'no endpoint'],
      ] as const
    ).flatMap(([title, name, none]) => ['', table(['COUNT', title], rowsOf(name, none), '')]),
  ].join('\n')
}

import { durationIn } from '../contract/duration-text.ts'
import type { ExchangeDetailView, ExchangeView, VerdictView, WorldHandle } from '../index.ts'
import { doubtsIn } from '../verdicts/unmet.ts'
import { blamedElsewhere, blameText } from './blamed-elsewhere.ts'

type Row = [name: string, text: string]

/** What the rules on clients say of one request: what was found, what is in doubt, and of a refused one why neither is so. */
export async function judgedText(world: WorldHandle, exchange: ExchangeDetailView): Promise<Row[]> {
  const verdicts = await world.verdicts()
  const named = [...foundIn(exchange, verdicts), ...doubtOf(exchange, verdicts)]
  if (named.length > 0 || !isRefused(exchange)) return named
  const unlisted = unlistedIn(exchange, verdicts)
  return unlisted.length > 0 ? unlisted : await unawareOf(world, exchange)
}

/** Those of a finding or a doubt, but for what only the run of a capsule had. */
const isOf =
  (request_id: string) =>
  (one: { readonly request_id: string; readonly of_run: unknown } | undefined): boolean =>
    one?.request_id === request_id && one.of_run === null

const foundIn = ({ request_id }: ExchangeView, verdicts: readonly VerdictView[]): Row[] =>
  verdicts.flatMap(({ rule, fix, findings }) => {
    const its = findings
      .filter(({ evidence }) => evidence.some(isOf(request_id)))
      .map(
        ({ severity, message, expected }): Row => [
          'Found',
          `${rule} (${expected ? `${severity}, expected` : severity}): ${message}`,
        ],
      )
    return its.length === 0 ? [] : [...its, ['How to fix it', fix] as Row]
  })

const doubtOf = ({ request_id }: ExchangeView, verdicts: readonly VerdictView[]): Row[] =>
  doubtsIn(verdicts).flatMap(({ evidence: [refusal, ...came], figures, times }): Row[] => {
    const blamers = blamedElsewhere(verdicts, isOf(request_id))
    const wait = secondsText(figures.wait_seconds?.[0] ?? 0)
    if (came.some(isOf(request_id)))
      return [
        [
          'In doubt',
          `It came before the ${wait} were over that #${refusal?.seq} had asked for, so soon after that answer that it cannot be told whether it knew of it. ${blameText(blamers, 'it')}`,
        ],
      ]
    return isOf(request_id)(refusal)
      ? [
          [
            'In doubt',
            times === 1
              ? `#${came[0]?.seq} came before the ${wait} were over that it had asked for, and may not have known of it.`
              : `${times} requests, the first of them #${came[0]?.seq}, came before the ${wait} that it had asked for, or the wait of a refusal right after it, were over, and may not have known of that.`,
          ],
        ]
      : []
  })

/** A finding lists its first requests, and this may be one of the others. */
const unlistedIn = ({ seq, tenant, product }: ExchangeView, verdicts: readonly VerdictView[]): Row[] =>
  verdicts.flatMap(({ rule, findings }) =>
    findings
      .filter(({ actor }) => actor !== null && actor.tenant === tenant && (actor.product || null) === product)
      .filter(({ evidence, evidence_total }) => evidence_total > evidence.length && (evidence.at(-1)?.seq ?? seq) < seq)
      .map(
        ({ evidence, evidence_total }): Row => [
          'Perhaps in',
          `${rule}, which names the first ${evidence.length} of its ${evidence_total} requests, up to #${evidence.at(-1)?.seq}.`,
        ],
      ),
  )

const isRefused = ({ status }: ExchangeView): boolean => status === 429 || status === 503

/** The refusals before it, as many as are looked at. */
const MOST_REFUSALS = 200

/** Why nobody is blamed for a refused request: it was on its way when the one before it was refused, or another connection had heard of that. */
async function unawareOf(world: WorldHandle, exchange: ExchangeDetailView): Promise<Row[]> {
  const { seq, real, tenant, product, connection, at } = exchange
  const refused = await world.requests.list({ status: '429,503', origin: 'client', limit: MOST_REFUSALS })
  const before = refused.find(one => one.seq < seq && one.tenant === tenant && one.product === product)
  if (real === null || before === undefined || before.real === null) return []
  const { response } = await world.requests.get(before.request_id)
  const wait = Number(response.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1])
  if (!(wait > 0)) return []
  const since = (real.began_us - before.real.ended_us) / 1e6
  if (since < 0)
    return [['Not judged', `It was on its way already when #${before.seq} was refused, ${secondsText(-since)} later.`]]
  const isOver = since >= wait || Date.parse(at) - Date.parse(before.at) >= wait * 1_000
  if (isOver || before.connection === connection) return []
  return [
    [
      'Not judged',
      `#${before.seq} had been refused ${secondsText(since)} before on another connection, and whoever sent this one need not have known of the ${secondsText(wait)} that it asked for.`,
    ],
  ]
}

const secondsText = (seconds: number): string => durationIn('en', seconds * 1_000)

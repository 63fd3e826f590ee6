import { knownSecrets } from '../journal/known-secrets.ts'
import { answerHeaders, unpackHeaders, unpackTrace } from '../journal/packing.ts'
import { Redactor } from '../journal/redactor.ts'
import { toIso } from '../kernel/instant.ts'
import type { ExchangeRow } from '../store/schema.ts'
import { allKeys } from '../store/tables/tenants.ts'
import { MOST_OF_RULE } from '../verdicts/named-requests.ts'
import type { EvidenceView, NamedMessageView, NamedRequestView, VerdictView } from '../verdicts/wire.ts'
import type { World } from '../world/world.ts'
import { brokenOff, viewBody } from './exchange-views.ts'
import { explain, explanationOf } from './explain.ts'

/** Characters of a body that are shown. */
const LONGEST_BODY = 2_000
const SEVERITIES = ['error', 'warning', 'information'] as const

/** What was refused last, of each world. */
const MOST_REFUSED = 12

interface Named {
  readonly row: ExchangeRow
  readonly seen: Pick<EvidenceView, 'at' | 'real_us' | 'answered' | 'broken_off'>
  readonly rules: string[]
}

/**
 * The requests that findings of a world name, the gravest findings first, as far as the journal of the world has them. Without secrets, since
 * they are for the report of a run, which is for others.
 */
export function namedRequests(world: World, verdicts: readonly VerdictView[]): NamedRequestView[] {
  return viewsOf(world, namedIn(world, verdicts))
}

/** The same, and the newest requests of clients that were refused: what a red run is about where no rule was broken. */
export function namedAndRefused(world: World, verdicts: readonly VerdictView[]): NamedRequestView[] {
  const named = namedIn(world, verdicts)
  return viewsOf(world, [...named, ...refusedIn(world, new Set(named.map(({ row }) => row.seq)))])
}

/** But those that are named; the newest last. */
function refusedIn({ runtime: { exchanges } }: World, named: ReadonlySet<number>): Named[] {
  const rows = exchanges.list({ status: '4xx,5xx', origin: ['client'] }, { limit: MOST_REFUSED + named.size })
  const others = rows.filter(({ seq }) => !named.has(seq)).slice(0, MOST_REFUSED)
  return others.reverse().flatMap(row => {
    const left = exchanges.departures.of(row.seq)
    if (left === undefined) return []
    const seen = { at: toIso(row.at), real_us: left.began_us, answered: left.answered, broken_off: brokenOff(row) }
    return [{ row, seen, rules: [] }]
  })
}

function viewsOf(world: World, named: readonly Named[]): NamedRequestView[] {
  if (named.length === 0) return []
  const { store, services, exchanges, actions } = world.runtime
  const headers = named.flatMap(({ row }) => [row.request_headers, row.response_headers])
  const redactor = new Redactor(knownSecrets(store, headers))
  const labels = new Map(allKeys(store).map(({ key_id, label }) => [key_id, label]))
  const began = world.beganAt()
  const world_began_at = toIso(Math.round(began))
  const drills = actions.drillsByFault()
  return named.map(({ row: exact, seen, rules }) => {
    const row = redactor.exchange(exact)
    const trace = unpackTrace(row.trace)
    const drill = row.fault_id === null ? undefined : drills.get(row.fault_id)?.drill
    return {
      world_id: world.world_id,
      request_id: exact.request_id,
      seq: row.seq,
      rules,
      at: seen.at,
      sent_at: toIso(Math.round(began + seen.real_us / 1_000)),
      real_us: seen.real_us,
      ended_us: exchanges.departures.of(row.seq)?.ended_us ?? null,
      world_began_at,
      duration_ms: Math.round(row.duration_ms * 1_000) / 1_000,
      tenant: row.tenant_id === null ? null : services.tenants.byId(row.tenant_id).slug,
      key_label: row.key_id === null ? null : (labels.get(row.key_id) ?? null),
      method: row.method,
      path: row.path,
      query: row.query,
      status: row.status,
      code: row.code,
      answered: seen.answered,
      broken_off: seen.broken_off,
      fault: row.fault_id,
      explanation: explain(explanationOf(trace, { drill })),
      request: message(unpackHeaders(row.request_headers), row.request_body),
      response: message(answerHeaders(row), row.response_body),
    }
  })
}

/** Each once, with all rules that name it. */
function namedIn({ runtime: { exchanges } }: World, verdicts: readonly VerdictView[]): Named[] {
  const found = new Map<string, Named>()
  const ofRule = new Map<string, number>()
  for (const { rule, seen } of evidenceIn(verdicts)) {
    const count = ofRule.get(rule) ?? 0
    // What only the run of a capsule had is not in this journal, or another request has its id.
    if (count >= MOST_OF_RULE || seen.of_run !== null) continue
    const known = found.get(seen.request_id)
    const row = known?.row ?? exchanges.find(seen.request_id)
    if (row === undefined || known?.rules.includes(rule)) continue
    if (known === undefined) found.set(seen.request_id, { row, seen, rules: [rule] })
    else known.rules.push(rule)
    ofRule.set(rule, count + 1)
  }
  return [...found.values()]
}

/** What findings rest on, the gravest first, and then what is in doubt. */
function evidenceIn(verdicts: readonly VerdictView[]): { rule: string; seen: EvidenceView }[] {
  const findings = verdicts
    .flatMap(({ rule, findings: all }) => all.map(finding => ({ rule, finding })))
    .sort((one, other) => SEVERITIES.indexOf(one.finding.severity) - SEVERITIES.indexOf(other.finding.severity))
    .flatMap(({ rule, finding }) => finding.evidence.map(seen => ({ rule, seen })))
  const doubts = verdicts.flatMap(({ rule, doubts: all }) =>
    all.flatMap(({ evidence }) => evidence.map(seen => ({ rule, seen }))),
  )
  return [...findings, ...doubts]
}

function message(headers: [string, string][], body: Buffer | null): NamedMessageView {
  const { text, bytes } = viewBody(body)
  return {
    headers,
    text: text === null && bytes === 0 ? '' : (text?.slice(0, LONGEST_BODY) ?? null),
    bytes,
    cut: text !== null && text.length > LONGEST_BODY,
  }
}

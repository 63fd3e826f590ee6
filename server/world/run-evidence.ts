import type { Answered } from '../contract/answered.ts'
import { hasExchange } from '../journal/exchanges.ts'
import { withoutSecrets } from '../journal/redact.ts'
import type { ExchangeRow } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { hasDelivery } from '../store/tables/deliveries.ts'
import type { Said } from '../verdicts/said.ts'
import type { EvidenceView, RunRequestView } from '../verdicts/wire.ts'

type Request = Pick<EvidenceView, 'request_id' | 'seq' | 'of_run'>

/** What the run knows of a request; nothing once its journal had no room for it any more. */
export type RunJournal = (request_id: string) => ExchangeRow | undefined

/** Characters of a path, and of a query, that are kept of a request of a run. A part of one might show a part of a secret. */
export const LONGEST_KEPT = 200

/**
 * A capsule ends at one request of its run, and its verdicts do not. Marks what they rest on and its world does not have, with what the run
 * knows of it: the world goes on counting from where it was cut, so a request of its own gets the same number and the same id.
 */
export function markRun(said: Said, world: Store, journal: RunJournal): Said {
  const placed = <Of extends Request & Partial<Pick<EvidenceView, 'answered'>>>(one: Of) => ({
    ...one,
    of_run: one.of_run ?? (hasExchange(world, one) ? null : known(journal(one.request_id), one.answered)),
  })
  const withDeliveries = <Of extends Said['cases'][number] | Said['findings'][number]>(one: Of) => ({
    ...one,
    evidence: one.evidence.map(placed),
    deliveries_of_run: one.deliveries.filter(id => one.deliveries_of_run.includes(id) || !hasDelivery(world, id)),
  })
  return {
    ...said,
    cases: said.cases.map(withDeliveries),
    open_cases: (said.open_cases ?? []).map(withDeliveries),
    inconclusive: (said.inconclusive ?? []).map(withDeliveries),
    doubts: said.doubts.map(one => ({ ...one, evidence: one.evidence.map(placed) })),
    told_by: said.told_by.map(one => ({ ...one, requests: one.requests.map(placed) })),
    findings: said.findings.map(withDeliveries),
  }
}

function known(row: ExchangeRow | undefined, answered: Answered | undefined): RunRequestView {
  if (row === undefined) return { method: null, path: null, query: null, status: null }
  const { method, path, query, status } = row
  return { method, path: short(path), query: short(query), status: answered === 'whole' ? status : null }
}

function short(text: string): string | null {
  const shown = withoutSecrets(text)
  return shown.length > LONGEST_KEPT ? null : shown
}

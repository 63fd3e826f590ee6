import { ASSUMPTION_IDS, type AssumptionId } from '../contract/assumptions.ts'
import type { MeasuredEntry } from '../contract/measured-file.ts'
import type { PlanName } from '../contract/plans.ts'
import type { Contradiction } from './checks/check.ts'
import { contradictionsIn } from './documented.ts'
import { isNever, type Probe, type Sight } from './probe.ts'
import { PROBES } from './probes/all.ts'
import type { Seen } from './seen.ts'

/** Entries whose value contains something documented, with the sentence that it must not go against. */
const BOUND: { readonly [Id in AssumptionId]?: string } = {
  'gates.order': 'errors-4',
  'errors.validation': 'report-3',
  'errors.duplicate_external_id': 'endpoints-6',
  'calls.unknown_reference': 'endpoints-5',
}
/** How many sights of an entry that reads are needed, and how many are written down. */
const LEAST = 2
const MOST_EVIDENCE = 4

export interface Findings {
  readonly entries: { readonly [id: string]: MeasuredEntry }
  readonly contradictions: readonly Contradiction[]
}

/** What was seen says about every entry of the register, and about what is documented. */
export function findingsIn(
  seen: Seen,
  { plan, missing }: { plan: PlanName | undefined; missing: (id: AssumptionId) => readonly string[] },
): Findings {
  const contradictions = contradictionsIn(seen, plan)
  const broken = new Set(contradictions.map(({ sentence }) => sentence.split('#')[1]))
  const entries = Object.fromEntries(
    ASSUMPTION_IDS.map((id): [string, MeasuredEntry] => {
      const probe = PROBES[id]
      if (isNever(probe)) return [id, { state: 'never', reason: probe.never, offer: probe.offer?.read(seen) }]
      const entry = entryOf(probe, probe.read(seen), missing(id))
      const contradicts = entry.state === 'measured' && broken.has(BOUND[id] ?? '')
      return [id, contradicts ? { ...entry, state: 'contradicts' } : entry]
    }),
  )
  return { entries, contradictions }
}

function entryOf(probe: Probe, sights: readonly Sight[] | undefined, missing: readonly string[]): MeasuredEntry {
  const harm = /^\d$/.test(probe.class) ? Number(probe.class) : probe.class
  if (sights === undefined)
    return { state: 'unreachable', class: harm, needs: missing.length > 0 ? missing : ['something to see it on'] }
  const evidence = [...new Set(sights.map(sight => sight.evidence))].slice(0, MOST_EVIDENCE)
  const lacking = sights.flatMap(sight => sight.lacking ?? [])
  if (lacking.length > 0) return { state: 'unreachable', class: harm, needs: lacking, evidence }
  const values = new Set(sights.map(({ value }) => JSON.stringify(value)))
  const [first] = sights
  if (values.size > 1) return { state: 'other', class: harm, evidence: [...evidence, 'these do not agree'] }
  if (first?.value === undefined) return { state: 'other', class: harm, evidence }
  if (sights.length < (probe.least ?? LEAST))
    return { state: 'unreachable', class: harm, needs: [...missing, 'a second sight of it'], evidence }
  return { state: 'measured', value: first.value, observations: sights.length, class: harm, evidence }
}

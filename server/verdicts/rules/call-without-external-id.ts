import { MOST_ACTORS } from '../bounds.ts'
import { caseOf } from '../cases.ts'
import { Draft } from '../found.ts'
import type { Actor } from '../observations.ts'
import { Recent } from '../recent.ts'
import { nameOf } from '../redials.ts'
import { type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

interface State {
  readonly nameless: Recent<Actor, Draft>
  readonly passed: Tally
}

export const callWithoutExternalId = rule<State>({
  id: 'call_without_external_id',
  group: 'writes',
  severity: 'information',
  hears: { requests: { endpoints: ['initiateCall'], status: status => status === 200 } },
  rests_on: 'contract/README.md#endpoints-6',
  begin: () => ({ nameless: new Recent(MOST_ACTORS), passed: new Tally() }),
  sees(request, { nameless, passed }) {
    const { initiation, actor } = request
    if (initiation === null) return
    if (initiation.external_id !== null) passed.addCase(actor, caseOf(request))
    else nameless.of(actor, () => Draft.by(request, String(actor.id))).add(request)
  },
  end({ nameless, passed }, { taken }) {
    const findings = [...nameless.entries()].flatMap(([actor, draft]) => finding(actor, draft, taken) ?? [])
    return { passed, open: new Tally(), findings, leaves: [...taken] }
  },
})

/** What a double call took is told there. */
function finding(actor: Actor, draft: Draft, taken: ReadonlySet<string>): Finding | undefined {
  const calls = draft.times - [...taken].filter(name => name.startsWith(`${actor.id}:`)).length
  if (calls <= 0) return undefined
  // As they were sent: the answer to the first may have come after that to the second.
  const sent = draft.evidence.toSorted((one, other) => one.request.seq - other.request.seq)
  const evidence = sent
    .filter(({ request: { seq } }) => !taken.has(nameOf({ actor, seq })))
    .map(({ request }, index) => ({ request, role: index === 0 ? ('first' as const) : ('repeat' as const) }))
  const first = evidence[0]?.request.seq ?? sent[0]?.request.seq ?? 0
  const said = calls < draft.times ? 'besides' : 'some'
  const message = say('call_without_external_id', said, { count: calls, first })
  return {
    ...draft.finding({ severity: 'information', message }),
    evidence,
    totals: { evidence: calls, deliveries: 0 },
  }
}

import { caseOf } from '../cases.ts'
import { Draft, Found } from '../found.ts'
import type { Actor, Moment } from '../observations.ts'
import { nameOf, PerRequest } from '../per-request.ts'
import { rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'
import { waited } from '../waits.ts'

const FROM = 5
export const APART_SECONDS = 5
/** Of each client. */
const MOST_READS = 1_024

/** Equal requests shortly after one another that had equal answers. */
interface Reads {
  readonly draft: Draft
  readonly actor: Actor
  readonly fingerprint: number
  readonly answer: number
  readonly path: string
  ended: Moment
}

interface State {
  readonly from: number
  readonly reads: PerRequest<Reads>
  readonly found: Found<Reads>
  readonly passed: Tally
}

export const sameReadAgain = rule<State>({
  id: 'same_read_again',
  group: 'reads',
  severity: 'information',
  hears: { requests: { status: status => status === 200 } },
  rests_on: 'good manners',
  options: { from: FROM },
  begin: ({ from = FROM }) => ({ from, reads: new PerRequest(MOST_READS), found: new Found(), passed: new Tally() }),
  sees(request, { from, reads, found, passed }) {
    if (request.method !== 'GET' || request.answered !== 'whole') return
    const { actor, fingerprint, answer, path, began, ended } = request
    const before = reads.get(request)
    if (before === undefined || before.answer !== answer || waited(before.ended, began) > APART_SECONDS) {
      if (before !== undefined) passed.addCase(actor, caseOf(request))
      const draft = Draft.by(request, String(request.seq))
      draft.add(request)
      reads.set(request, { draft, actor, fingerprint, answer, path, ended })
      return
    }
    before.ended = ended
    before.draft.add(request)
    before.draft.waste(request)
    if (before.draft.times !== from) return
    before.draft.holdsSince(request)
    found.add(before)
  },
  end({ found, passed }, { taken }) {
    const findings = found.kept
      .filter(reads => !taken.has(nameOf(reads)))
      .map(({ draft, path }) => {
        const message = say('same_read_again', 'some', { requests: draft.times, path, seconds: APART_SECONDS })
        return draft.finding({ severity: 'information', message })
      })
    return {
      passed,
      open: new Tally(),
      findings,
      more: found.unlisted,
      leaves: found.kept.map(nameOf).filter(name => taken.has(name)),
    }
  },
})

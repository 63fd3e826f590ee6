import { Draft, Found, type Glimpse, glimpse } from '../found.ts'
import { Recent } from '../recent.ts'
import { rule } from '../rule.ts'
import { say, spoken } from '../say.ts'
import { Tally } from '../tally.ts'
import { waited } from '../waits.ts'

const APART_SECONDS = 120
const MOST_PEOPLE = 2_048

interface Again {
  readonly draft: Draft
  readonly first: number
  readonly second: number
  readonly shown: string
  readonly seconds: number
}

interface Called {
  readonly request: Glimpse
  readonly again: Again | undefined
}

interface State {
  readonly called: Recent<string, Called>
  readonly found: Found<Again>
  readonly passed: Tally
}

export const samePersonTwice = rule<State>({
  id: 'same_person_twice',
  group: 'writes',
  severity: 'information',
  hears: { requests: { endpoints: ['initiateCall'], status: status => status === 200 } },
  rests_on: 'good manners',
  begin: () => ({ called: new Recent(MOST_PEOPLE), found: new Found(), passed: new Tally() }),
  sees(request, { called, found, passed }) {
    const { initiation, actor } = request
    if (initiation === null || request.answered !== 'whole') return
    const key = `${actor.tenant} ${initiation.loose}`
    const before = called.peek(key)
    const seconds = before && waited(before.request.ended, request.began)
    let again: Again | undefined
    if (before !== undefined && seconds !== undefined && seconds <= APART_SECONDS) {
      again = before.again
      if (again === undefined) {
        const draft = Draft.by(request, String(before.request.seq))
        draft.add(before.request)
        again = { draft, first: before.request.seq, second: request.seq, shown: initiation.shown, seconds }
        found.add(again)
      }
      again.draft.add(request)
    } else if (before !== undefined && before.again === undefined) passed.add(before.request.actor)
    called.set(key, { request: glimpse(request), again })
  },
  end({ called, found, passed: sofar }, { standing }) {
    const [passed, open] = [sofar.copy(), new Tally()]
    for (const { request, again } of called.values()) {
      if (again !== undefined) continue
      const over = standing.ended || waited(request.ended, standing.now) > APART_SECONDS
      ;(over ? passed : open).add(request.actor)
    }
    return { passed, open, findings: found.kept.map(finding), more: found.unlisted }
  },
})

function finding({ draft, first, second, shown: number, seconds }: Again) {
  const message =
    draft.times === 2
      ? say('same_person_twice', 'again', { second, number, seconds: spoken(Math.max(0, seconds)), first })
      : say('same_person_twice', 'several', { calls: draft.times, number, first })
  return draft.finding({ severity: 'information', message })
}

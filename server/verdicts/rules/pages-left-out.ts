import { MOST_ACTORS } from '../bounds.ts'
import { caseOf, exhibit } from '../cases.ts'
import { atMost, Draft } from '../found.ts'
import type { Actor } from '../observations.ts'
import { LISTS, pageAskedFor } from '../queries.ts'
import { Recent } from '../recent.ts'
import { type Exhibit, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

const MOST_LISTS = 1_024

/** A list with certain filters, as one client reads it. */
interface List {
  readonly actor: Actor
  /** Of the first request that was told of more pages. */
  draft: Draft | undefined
  last_page: number
  /** What asked for the second page. */
  turned: Exhibit | undefined
}

interface State {
  readonly lists: Recent<string, List>
  /** Clients that turn pages. */
  readonly turners: Recent<Actor, true>
}

export const pagesLeftOut = rule<State>({
  id: 'pages_left_out',
  group: 'reads',
  severity: 'information',
  hears: { requests: { endpoints: LISTS } },
  rests_on: 'contract/README.md#envelope-2',
  begin: () => ({ lists: new Recent(MOST_LISTS), turners: new Recent(MOST_ACTORS) }),
  sees(request, { lists, turners }) {
    const { actor, paging, sweep } = request
    const turns = pageAskedFor(request.query) === 2
    const knowsOfMore = request.answered === 'whole' && paging?.current_page === 1 && paging.last_page > 1
    if (!turns && !knowsOfMore) return
    const list = lists.of(`${actor.id} ${sweep}`, () => ({ actor, draft: undefined, last_page: 1, turned: undefined }))
    // Whatever the answer was: the client knows that there are pages.
    if (turns) {
      list.turned ??= exhibit(request)
      turners.set(actor, true)
    } else if (paging && list.draft === undefined) {
      list.draft = Draft.by(request, `${actor.id} ${sweep}`)
      list.draft.add(request)
      list.last_page = paging.last_page
    }
  },
  end({ lists, turners }, { standing }) {
    const passed = new Tally()
    const findings = []
    for (const { actor, draft, last_page, turned } of lists.values()) {
      if (turned !== undefined) passed.addCase(actor, caseOf(turned))
      else if (draft !== undefined) {
        const elsewhere = turners.peek(actor) === true
        const first = draft.evidence[0]?.request.seq ?? 0
        const message = say('pages_left_out', elsewhere ? 'elsewhere' : 'one', { first, last_page })
        const severity = elsewhere ? 'warning' : 'information'
        findings.push(draft.finding({ severity, message, provisional: standing.ended ? undefined : true }))
      }
    }
    return { passed, open: new Tally(), ...atMost(findings) }
  },
})

import { PAGE_SIZE } from '../../contract/constants.ts'
import { MOST_ACTORS } from '../bounds.ts'
import { type Case, caseOf, exhibit } from '../cases.ts'
import { atMost, Draft } from '../found.ts'
import type { Actor, Paging, RequestSeen } from '../observations.ts'
import { LISTS, pageAskedFor, splitQuery } from '../queries.ts'
import { Recent } from '../recent.ts'
import { type Exhibit, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

const MOST_LISTS = 1_024

/** Pages of a list that are kept while one before them has not been read. */
const MOST_AHEAD = 32
/** Of the name of a parameter. */
const MOST_CHARACTERS = 40

/** A list with certain filters, as one client reads it. */
interface List {
  readonly actor: Actor
  /** Of the first request that was told of more pages. */
  draft: Draft | undefined
  /** As the first request was told. */
  last_page: number
  /** A parameter of it that the contract does not have: who sent one may have counted on it. */
  beside: string | undefined
  /** Whether an answer that was read told of more pages than one. */
  several: boolean
  /** Whether the second page was asked for, whatever the answer was. */
  turned: boolean
  /** Every page up to this one has been read. */
  upTo: number
  /** Those that have been read beyond that. */
  readonly ahead: Set<number>
  /** What read the page with which all had been read. */
  completed: Exhibit | undefined
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
    const read = request.answered === 'whole' && request.status === 200 && paging !== null ? paging : undefined
    if (turns) turners.set(actor, true)
    const name = `${actor.id} ${sweep}`
    const isMore = read !== undefined && read.last_page > 1
    if (!turns && !isMore && lists.peek(name) === undefined) return
    const list = lists.of(name, () => begin(actor))
    // Whatever the answer was: the client knows that there are pages.
    list.turned ||= turns
    if (read === undefined) return
    list.several ||= isMore
    if (isMore && read.current_page === 1 && list.draft === undefined) {
      list.draft = Draft.by(request, name)
      list.draft.add(request)
      list.last_page = read.last_page
      list.beside = besideOf(request)
    }
    note(list, read, request)
  },
  end({ lists, turners }, { standing }) {
    const [passed, open] = [new Tally(), new Tally()]
    const findings = []
    for (const { actor, draft, last_page, beside, several, turned, completed } of lists.values()) {
      const [one] = draft?.evidence ?? []
      if (draft === undefined || one === undefined) {
        // Who has read a later page alone knows that there are more. One that was refused or lost by itself shows nothing.
        if (several) open.add(actor)
        continue
      }
      if (completed !== undefined) passed.addCase(actor, inOrder(one.request, completed))
      else if (turned) open.addCase(actor, caseOf(one.request))
      else {
        const elsewhere = turners.peek(actor) === true
        const how = elsewhere ? 'elsewhere' : 'one'
        const said = { first: one.request.seq, last_page }
        const message =
          beside === undefined
            ? say('pages_left_out', how, said)
            : say('pages_left_out', `${how}_beside`, { ...said, parameter: beside, rows: PAGE_SIZE })
        const severity = elsewhere ? 'warning' : 'information'
        findings.push(draft.finding({ severity, message, provisional: standing.ended ? undefined : true }))
      }
    }
    return { passed, open, ...atMost(findings) }
  },
})

function besideOf({ endpoint, query }: RequestSeen): string | undefined {
  const [name] = endpoint === null ? [] : splitQuery(endpoint, query).unknown.keys()
  return name?.slice(0, MOST_CHARACTERS)
}

const begin = (actor: Actor): List => ({
  ...{
    actor,
    draft: undefined,
    last_page: 1,
    beside: undefined,
    several: false,
    turned: false,
    upTo: 0,
    ahead: new Set(),
    completed: undefined,
  },
})

/** Only what arrived whole has been read. Of many pages that come in any order, some may be forgotten: then it stays open. */
function note(list: List, { current_page: page, last_page }: Paging, request: RequestSeen): void {
  const { ahead } = list
  if (page > list.upTo && ahead.size < MOST_AHEAD) ahead.add(page)
  else if (page === list.upTo + 1) list.upTo = page
  while (ahead.delete(list.upTo + 1)) list.upTo += 1
  if (last_page > 1 && list.upTo >= last_page) list.completed ??= exhibit(request)
}

function inOrder(one: Exhibit, other: Exhibit): Case {
  const [first, second] = [one, other].toSorted((a, b) => a.ended.real_us - b.ended.real_us) as [Exhibit, Exhibit]
  return caseOf(first, { second, role: 'next' })
}

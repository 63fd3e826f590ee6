import { caseOf } from '../cases.ts'
import { Draft, Found } from '../found.ts'
import type { Paging, RequestSeen } from '../observations.ts'
import { nameOf } from '../per-request.ts'
import { LISTS, splitQuery } from '../queries.ts'
import { Recent } from '../recent.ts'
import { rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

export const FROM = 3
const MOST_LISTS = 256
const MOST_FINGERPRINTS = 64
/** Longer queries are not judged. */
const MOST_QUERY = 512
const MOST_CHARACTERS = 40

/** How parameters are called that turn pages somewhere. One of them with the wrong name is a mistake beyond doubt. */
const TURNS_PAGES = /^(?!.*(?:per_?page|size|limit)).*(?:page|offset|skip|cursor|start|(?:^|_)(?:p|pg|pn)$)/i

/** Requests in a row for one list that differ in one parameter and got one answer. */
interface Row {
  readonly draft: Draft
  readonly page: number
  readonly last_page: number
  readonly answer: number
  readonly path: string
  readonly fingerprints: Set<string>
  /** The parameter that was to turn the pages, once two requests differ in it. */
  parameter: string | undefined
  /** Of the latest request. */
  unknown: ReadonlyMap<string, string>
}

interface State {
  readonly rows: Recent<string, Row>
  readonly found: Found<Row>
  readonly passed: Tally
}

export const stuckPage = rule<State>({
  id: 'stuck_page',
  group: 'reads',
  severity: 'error',
  hears: { requests: { endpoints: LISTS, status: status => status === 200 } },
  rests_on: 'assumption paging.parameter',
  begin: () => ({ rows: new Recent(MOST_LISTS), found: new Found(), passed: new Tally() }),
  sees(request, { rows, found, passed }) {
    const { paging, actor, endpoint } = request
    if (paging === null || endpoint === null || request.answered !== 'whole') return
    if (paging.current_page > 1) passed.addCase(actor, caseOf(request))
    if (request.query.length > MOST_QUERY) return
    const { known, unknown } = splitQuery(endpoint, request.query)
    const key = `${actor.id} ${endpoint} ${known}`
    if (paging.current_page >= paging.last_page) {
      rows.delete(key)
      return
    }
    const before = rows.peek(key)
    const parameter = before && isSameAnswer(before, request, paging) ? turned(before, unknown, paging) : undefined
    if (before === undefined || parameter === undefined || (before.parameter ?? parameter) !== parameter) {
      rows.set(key, begin(request, paging, unknown))
      return
    }
    before.parameter = parameter
    before.unknown = unknown
    add(before, request)
    rows.set(key, before)
    if (before.draft.times !== FROM) return
    before.draft.holdsSince(request)
    found.add(before)
  },
  end: ({ found, passed }) => ({ passed, open: new Tally(), findings: found.kept.map(finding), more: found.unlisted }),
})

function isSameAnswer(before: Row, { answer }: RequestSeen, { current_page }: Paging): boolean {
  return before.answer === answer && before.page === current_page
}

/** The parameter that was to turn the page: one that counts, so that nobody is blamed for a time stamp against caches. */
function turned({ unknown: before }: Row, after: ReadonlyMap<string, string>, { total }: Paging): string | undefined {
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(name => {
    const [from, to] = [before.get(name), after.get(name)]
    return from !== to && counts(from, total) && counts(to, total)
  })
  const counting = (name: string) => Number(before.get(name) ?? 0) < Number(after.get(name) ?? 0)
  return names.find(name => TURNS_PAGES.test(name)) ?? names.find(counting)
}

/** The first request of a row often leaves the parameter out. */
const counts = (value: string | undefined, total: number): boolean => value === undefined || Number(value) <= total

function begin(request: RequestSeen, { current_page: page, last_page }: Paging, unknown: Row['unknown']): Row {
  const { answer, path } = request
  const draft = Draft.by(request, String(request.seq))
  draft.add(request)
  const fingerprints = new Set([nameOf(request)])
  return { draft, page, last_page, answer, path, fingerprints, parameter: undefined, unknown }
}

function add({ draft, fingerprints }: Row, request: RequestSeen): void {
  draft.add(request)
  draft.waste(request)
  if (fingerprints.size < MOST_FINGERPRINTS) fingerprints.add(nameOf(request))
}

function finding({ draft, parameter = '', path, page, last_page, fingerprints }: Row) {
  const shown = parameter.slice(0, MOST_CHARACTERS)
  const message = say('stuck_page', 'stuck', { requests: draft.times, path, parameter: shown, page, last_page })
  const severity = TURNS_PAGES.test(parameter) ? 'error' : 'information'
  return draft.finding({ severity, message, takes: [...fingerprints] })
}

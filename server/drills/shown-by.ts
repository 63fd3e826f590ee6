import type { PassesWhen } from '../contract/drill.ts'
import { type DrillSentenceId, drillSentence } from '../contract/drill-sentences.ts'
import { filled, type Sentence } from '../contract/sentences.ts'
import { dateAskedFor } from '../verdicts/days.ts'
import { answeredBy, isLike, isSuccess, like, listingOf, SUFFICES } from './conditions.ts'
import { cameAfter, type Heard } from './evidence.ts'
import type { Case } from './facts.ts'
import type { RequestRef } from './reasons.ts'

/** What shows that a condition holds which asks that something came. */
export interface ShownBy {
  /** In English. */
  readonly text: string
  /** The same for translation. */
  readonly sentence: Sentence
  readonly requests: readonly RequestRef[]
}

/** Of a condition that holds; nothing of one that asks only that nothing is found. */
export function shownBy(row: PassesWhen, facts: Case): readonly ShownBy[] {
  const { requests, attempts } = facts.evidence
  const { came_again, succeeded, acknowledged, one_call_each, all_customers_listed, listed_after_midnight } = row
  if (came_again !== undefined) {
    // Several failures of one request have one answer.
    const answers = new Map<Heard, Heard>()
    for (const failed of requests.filter(like(came_again.of))) {
      const answer = answeredBy(failed, SUFFICES[came_again.until], facts.evidence)
      if (answer !== undefined) answers.set(answer, failed)
    }
    return [...answers].map(([answer, failed]) =>
      said('answered_again', { request: answer.seq, after: failed.seq, status: answer.status }, [failed, answer]),
    )
  }
  if (succeeded !== undefined)
    return requests
      .filter(like(succeeded))
      .filter(({ status }) => isSuccess(status))
      .map(one => said('answered', { request: one.seq, status: one.status }, [one]))
  if (acknowledged !== undefined) {
    const answered = attempts.filter(seen => isLike(seen, acknowledged.of))
    const answerOf = (seen: (typeof answered)[number]) => seen.status ?? seen.error ?? ''
    const forged = answered.flatMap(seen =>
      seen.forged === null ? [] : said(`answered_${seen.forged}`, { answer: answerOf(seen) }, []),
    )
    const genuine = answered.filter(seen => seen.forged === null)
    const what = [...Map.groupBy(genuine, seen => `${seen.event}: ${answerOf(seen)}`)]
      .map(([text, { length }]) => (length === 1 ? text : `${text} × ${length}`))
      .join(', ')
    return [
      ...new Map(forged.map(one => [one.text, one])).values(),
      ...(genuine.length === 0 ? [] : [said('attempts_answered', { count: genuine.length, what }, [])]),
    ]
  }
  if (one_call_each) return calledOnce(facts)
  if (all_customers_listed) return allListed(facts)
  if (listed_after_midnight)
    return facts.standing.suppressed.flatMap(one => {
      const listing = listingOf(one, facts)
      const date = dateAskedFor(one.at, facts.standing)
      return listing === undefined ? [] : [said('day_listed', { request: listing.seq, date }, [listing])]
    })
  return []
}

export function said(id: DrillSentenceId, figures: Sentence['figures'], requests: readonly Heard[]): ShownBy {
  const text = filled(drillSentence(id, figures), figures)
  return { text, sentence: { id, figures }, requests: requests.map(({ request_id, seq }) => ({ request_id, seq })) }
}

/** The initiations by which the situation came, and those like them. */
function calledOnce({ evidence, came_upon }: Case): readonly ShownBy[] {
  const keyOf = ({ tenant, initiation }: Heard) => `${tenant} ${initiation?.loose}`
  const tried = new Set(came_upon.map(keyOf))
  const ofEach = Map.groupBy(
    evidence.requests.filter(one => one.initiation !== null && tried.has(keyOf(one))),
    keyOf,
  )
  return [...ofEach.values()].flatMap(all => {
    const placing = all.find(({ initiation }) => (initiation?.placed.length ?? 0) > 0)
    if (placing?.initiation == null) return []
    const figures = { request: placing.seq, number: placing.initiation.shown }
    const again = all.find(one => cameAfter(one, placing))
    const other = again ?? all.find(one => one !== placing && !cameAfter(placing, one))
    if (other === undefined) return [said('called_once', figures, [placing])]
    const id = other === again ? 'called_once_again' : 'called_once_beside'
    return [said(id, { ...figures, again: other.seq, status: other.status }, [placing, other])]
  })
}

function allListed({ evidence, customersOf }: Case): readonly ShownBy[] {
  const pages = evidence.requests.filter(
    ({ seq, tenant, answered }) => evidence.pages.has(seq) && tenant !== null && answered === 'whole',
  )
  return [...Map.groupBy(pages, ({ tenant }) => tenant ?? '')].map(([tenant, its]) => {
    const [first, last] = [its[0], its.at(-1)] as [Heard, Heard]
    const figures = { count: its.length, first: first.seq, last: last.seq, all: customersOf(tenant).length, tenant }
    return said('all_listed', figures, its.length === 1 ? [first] : [first, last])
  })
}

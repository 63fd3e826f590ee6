import { MOST_ACTORS } from '../bounds.ts'
import { caseOf } from '../cases.ts'
import { atMost, Draft, type Glimpse, glimpse } from '../found.ts'
import type { Actor, Moment, RequestSeen } from '../observations.ts'
import { Recent } from '../recent.ts'
import { rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'
import { waited } from '../waits.ts'

const LOOK_UP_SECONDS = 60
/** A request on another connection may have been on its way already; after so much real time it knows of the 409. */
const KNOWS_AFTER_US = 250_000
const MOST_CONFLICTS = 1_024

interface Conflict {
  readonly request: Glimpse
  readonly external_id: number
  readonly connection: number
  /** When the latest 409 for it was answered. */
  ended: Moment
}

interface Latest {
  began_us: number
  connection: number
}

interface State {
  readonly conflicts: Recent<string, Conflict>
  /** The request of each client that began last. */
  readonly latest: Recent<Actor, Latest>
  readonly passed: Tally
}

export const conflictNotResolved = rule<State>({
  id: 'conflict_not_resolved',
  group: 'writes',
  severity: 'warning',
  hears: { requests: 'all' },
  rests_on: 'contract/README.md#endpoints-6',
  begin: () => ({ conflicts: new Recent(MOST_CONFLICTS), latest: new Recent(MOST_ACTORS), passed: new Tally() }),
  sees(request, { conflicts, latest, passed }) {
    note(request, latest)
    if (request.endpoint === 'initiateCall' && request.status === 409) conflict(request, conflicts)
    else if (request.endpoint === 'listCalls' || request.endpoint === 'getCall') {
      for (const [key, one] of conflicts.entries()) {
        if (!looksFor(request, one)) continue
        conflicts.delete(key)
        passed.addCase(one.request.actor, caseOf(one.request, { second: request, role: 'in_time' }))
      }
    }
  },
  end({ conflicts, latest, passed }, { standing }) {
    const open = new Tally()
    const findings = [...conflicts.values()].flatMap(one => {
      const { request } = one
      const over = waited(one.ended, standing.now) > LOOK_UP_SECONDS
      if (wentOn(one, latest) && (over || standing.ended)) return finding(one, over)
      open.add(request.actor)
      return []
    })
    return {
      passed,
      open,
      ...atMost(findings),
    }
  },
})

function note({ actor, began, connection }: RequestSeen, latest: Recent<Actor, Latest>): void {
  const known = latest.of(actor, () => ({ began_us: -1, connection }))
  if (began.real_us < known.began_us) return
  known.began_us = began.real_us
  known.connection = connection
}

function conflict(request: RequestSeen, conflicts: Recent<string, Conflict>): void {
  const { actor, external_id, ended, connection } = request
  if (external_id === null) return
  const one = conflicts.of(`${actor.tenant} ${external_id}`, () => ({
    request: glimpse(request),
    external_id,
    connection,
    ended,
  }))
  one.ended = ended
}

/**
 * A list counts, whatever it is filtered by but another external_id, and so does a detail whose call nobody knows since it was refused: the client
 * has tried.
 */
function looksFor(request: RequestSeen, { request: refused, external_id, ended }: Conflict): boolean {
  if (request.actor.tenant !== refused.actor.tenant || request.began.real_us < refused.began.real_us) return false
  if (waited(ended, request.began) > LOOK_UP_SECONDS) return false
  if (request.external_id !== null) return request.external_id === external_id
  return request.endpoint === 'listCalls' || request.status !== 200
}

/** Whether the client has done anything since, knowing of the 409: what stands at the end of a run is no mistake. */
function wentOn({ request, ended, connection }: Conflict, latest: Recent<Actor, Latest>): boolean {
  const last = latest.peek(request.actor)
  if (last === undefined || last.began_us < ended.real_us) return false
  return last.connection === connection || last.began_us >= ended.real_us + KNOWS_AFTER_US
}

function finding({ request }: Conflict, over: boolean) {
  const draft = Draft.by(request, String(request.seq))
  draft.add(request)
  const message = over
    ? say('conflict_not_resolved', 'unasked', { first: request.seq, seconds: LOOK_UP_SECONDS })
    : say('conflict_not_resolved', 'ended', { first: request.seq })
  return [draft.finding({ severity: 'warning', message })]
}

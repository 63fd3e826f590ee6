import { MOST_ACTORS } from '../bounds.ts'
import { caseOf } from '../cases.ts'
import { atMost, Draft, type Glimpse, glimpse } from '../found.ts'
import type { Actor, Moment, RequestSeen } from '../observations.ts'
import { Recent } from '../recent.ts'
import { rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'
import { waited } from '../waits.ts'

export const LOOK_UP_SECONDS = 60
/** A request on another connection may have been on its way already; after so much real time it knows of the 409. */
const KNOWS_AFTER_US = 250_000
const MOST_CONFLICTS = 1_024
const MOST_LOST = 1_024

interface Conflict {
  readonly request: Glimpse
  readonly external_id: number
  /** Whom the initiation was to call. */
  readonly loose: number | undefined
  readonly connection: number
  /** When the latest 409 for it was answered. */
  ended: Moment
  /** Whether the client has looked for the call within the minute and not found it: it may go on looking, and is not blamed. */
  hasLooked: boolean
  /** A call to the same person under another external_id, and the call whose lost answer keeps that from settling anything. */
  another: { readonly request: Glimpse; readonly lost: number } | undefined
}

interface Lost {
  /** Whom it called, and the number of the request whose answer was lost. */
  readonly loose: number
  readonly seq: number
}

interface Latest {
  began_us: number
  connection: number
}

interface State {
  readonly conflicts: Recent<string, Conflict>
  /** By external_id, whom calls are to whose answers were lost: of these a client knows by the 409 alone. */
  readonly lost: Recent<string, Lost>
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
  begin: () => ({
    conflicts: new Recent(MOST_CONFLICTS),
    lost: new Recent(MOST_LOST),
    latest: new Recent(MOST_ACTORS),
    passed: new Tally(),
  }),
  sees(request, { conflicts, lost, latest, passed }) {
    note(request, latest)
    if (request.endpoint === 'initiateCall' && request.status === 409) conflict(request, conflicts)
    else if (
      request.endpoint === 'listCalls' ||
      request.endpoint === 'getCall' ||
      request.endpoint === 'initiateCall'
    ) {
      for (const [key, one] of conflicts.entries()) {
        if (!isAbout(request, one)) continue
        // To call the person of a lost call once more, under another external_id, is no call of its own.
        const unheard = request.endpoint === 'initiateCall' ? lost.peek(key) : undefined
        if (unheard !== undefined && unheard.loose === one.loose) {
          one.another ??= { request: glimpse(request), lost: unheard.seq }
          continue
        }
        if (!resolves(request, one)) {
          one.hasLooked ||= request.endpoint !== 'initiateCall'
          continue
        }
        conflicts.delete(key)
        passed.addCase(one.request.actor, caseOf(one.request, { second: request, role: 'in_time' }))
      }
    }
    const { initiation, external_id, actor } = request
    if (initiation !== null && initiation.placed.length > 0 && external_id !== null && request.answered !== 'whole')
      lost.set(`${actor.tenant} ${external_id}`, { loose: initiation.loose, seq: request.seq })
  },
  end({ conflicts, latest, passed }, { standing }) {
    const open = new Tally()
    const findings = [...conflicts.values()].flatMap(one => {
      const { request } = one
      const over = waited(one.ended, standing.now) > LOOK_UP_SECONDS
      if (!one.hasLooked && wentOn(one, latest) && (over || standing.ended)) return finding(one, over)
      open.addCase(request.actor, caseOf(request))
      if (!one.hasLooked && wentOn(one, latest)) open.lapses(LOOK_UP_SECONDS - waited(one.ended, standing.now))
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
  const { actor, external_id, initiation, ended, connection } = request
  if (external_id === null) return
  const one = conflicts.of(`${actor.tenant} ${external_id}`, () => ({
    request: glimpse(request),
    external_id,
    loose: initiation?.loose,
    connection,
    ended,
    hasLooked: false,
    another: undefined,
  }))
  one.ended = ended
}

/**
 * Whether a request may be there for the sake of a conflict: a list of calls, whatever it is filtered by but another external_id; the call that
 * has this one, or a detail that was refused, so that nobody knows whose it is; or a call to the same person under another external_id. An id that
 * no call has is not the one that was looked for.
 */
function isAbout(request: RequestSeen, { request: refused, external_id, loose, ended, hasLooked }: Conflict): boolean {
  if (request.actor.tenant !== refused.actor.tenant || request.began.real_us < refused.began.real_us) return false
  // Who has looked in time may have been told to wait.
  if (!hasLooked && waited(ended, request.began) > LOOK_UP_SECONDS) return false
  if (request.endpoint === 'initiateCall')
    return request.initiation?.loose === loose && request.external_id !== null && request.external_id !== external_id
  if (request.external_id !== null) return request.external_id === external_id
  return request.endpoint === 'listCalls' || (request.status !== 200 && request.status !== 404)
}

/** Whether it did what it was there for: it began after the 409 was answered, and its own answer arrived and has a call. */
function resolves({ endpoint, began, status, answered, paging }: RequestSeen, { ended }: Conflict): boolean {
  if (status !== 200 || answered !== 'whole' || began.real_us < ended.real_us) return false
  return endpoint !== 'listCalls' || (paging !== null && paging.total > 0)
}

/** Whether the client has done anything since, knowing of the 409: what stands at the end of a run is no mistake. */
function wentOn({ request, ended, connection }: Conflict, latest: Recent<Actor, Latest>): boolean {
  const last = latest.peek(request.actor)
  if (last === undefined || last.began_us < ended.real_us) return false
  return last.connection === connection || last.began_us >= ended.real_us + KNOWS_AFTER_US
}

function finding({ request, another }: Conflict, over: boolean) {
  const draft = Draft.by(request, String(request.seq))
  draft.add(request)
  if (another !== undefined) draft.add(another.request, 'another_call')
  const said = {
    first: request.seq,
    ...(over && { seconds: LOOK_UP_SECONDS }),
    ...(another !== undefined && { another: another.request.seq, lost: another.lost }),
  }
  const how = over ? 'unasked' : 'ended'
  const message = say('conflict_not_resolved', another === undefined ? how : `${how}_another`, said)
  return [draft.finding({ severity: 'warning', message })]
}

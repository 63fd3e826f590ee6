import { isDeepStrictEqual } from 'node:util'
import type { ActionFacts } from '../../contract/action-kinds.ts'
import type { AssumptionEntry, Json } from '../../contract/assumption-entry.ts'
import { ASSUMPTION_IDS, ASSUMPTIONS, type AssumptionId } from '../../contract/assumptions.ts'
import { objectOf } from '../../contract/control-bodies.ts'
import type { Register } from '../../domain/register.ts'
import { checkAssumptionValue, isAssumptionId } from '../../domain/validation/assumption-value.ts'
import { noReliance, type Reliance, relianceOf, relianceOfRequests, totalOf } from '../../store/reliance.ts'
import type { Store } from '../../store/store.ts'
import { actionsOfKind } from '../../store/tables/journal.ts'
import type { World } from '../../world/world.ts'
import { change } from '../change.ts'
import { invalid, notFound } from '../control-error.ts'
import { wholeList } from '../lists.ts'
import type { AnsweredUnder, AssumptionView } from '../protocol/assumptions.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

export const assumptionRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/assumptions',
    summary: 'List all assumptions, with their values in this world',
    answers: 'Page<AssumptionView>',
    handle: ({ world }) => {
      const { store } = world.runtime
      const [relied, changes] = [relianceOf(store), changesOf(store)]
      return wholeList(ASSUMPTION_IDS.map(id => viewAssumption(world, id, { relied, changes })))
    },
  },
  {
    method: 'GET',
    path: '/assumptions/{id}',
    summary: 'Get an assumption',
    answers: 'AssumptionView',
    handle: ({ world, params }) => viewNow(world, idOf(params.id)),
  },
  {
    method: 'PUT',
    path: '/assumptions/{id}',
    summary: 'Change an assumption',
    answers: 'AssumptionView',
    body: objectOf({ value: {} }, ['value']),
    handle: ({ world, params, body }: WorldCall<{ value: Json }>) => {
      const id = idOf(params.id)
      const checked = checkAssumptionValue(id, body.value)
      if (!checked.ok) throw invalid(checked.message)
      return changed(world, id, register => register.set(id, checked.value))
    },
  },
  {
    method: 'DELETE',
    path: '/assumptions/{id}',
    summary: 'Reset an assumption to its measured value, or to its default',
    answers: 'AssumptionView',
    handle: ({ world, params }) => {
      const id = idOf(params.id)
      const measured = world.measured.get(id)
      return changed(world, id, register =>
        measured === undefined ? register.reset(id) : register.set(id, measured.value),
      )
    },
  },
]

function changed(world: World, id: AssumptionId, set: (register: Register) => void): AssumptionView {
  const { store, witness } = world.runtime
  change(world, ({ actions, services: { register, facts } }, now) => {
    const before = register.values[id] as Json
    set(register)
    actions.note('assumption', now, { assumption: id, value: register.values[id] as Json, before })
    if (decidesWaits(id)) store.afterCommit(() => witness.changed({ what: 'assumption', tenant: null }))
    facts.emit('world', 'assumptions')
  })
  return viewNow(world, id)
}

/** What a guess about limits or gates has refused, another may let pass. */
const decidesWaits = (id: AssumptionId): boolean => id === 'gates.order' || id.startsWith('limits.')

function idOf(text: string | undefined): AssumptionId {
  if (text === undefined || !isAssumptionId(text)) throw notFound('assumption', text ?? '')
  return text
}

/** A change of an assumption, and the number of the last request before it. */
interface Change extends Pick<ActionFacts['assumption'], 'value' | 'before'> {
  readonly after: number
}
type Changes = ReadonlyMap<string, readonly Change[]>

/** More changes of one assumption are not told apart: older requests are left out. */
const MOST_CHANGES = 20

/** The changes of each assumption, oldest first. Those that an earlier Ringback recorded do not say between which requests they were. */
function changesOf(store: Store): Changes {
  const all = actionsOfKind(store, 'assumption').flatMap(({ facts, after_seq: after }) => {
    const { assumption, value, before } = JSON.parse(facts) as ActionFacts['assumption']
    return after === null ? [] : [{ assumption, value, before, after }]
  })
  return Map.groupBy(all, ({ assumption }) => assumption)
}

function answeredUnder(store: Store, id: AssumptionId, changes: readonly Change[]): AnsweredUnder[] {
  const told = changes.slice(-MOST_CHANGES)
  const stretches = [
    ...told.slice(0, 1).map(({ before, after }) => ({
      value: before,
      after: changes.at(-told.length - 1)?.after ?? 0,
      up_to: after,
    })),
    ...told.map(({ value, after }, index) => ({ value, after, up_to: told[index + 1]?.after ?? null })),
  ]
  return stretches.flatMap(({ value, after, up_to }) => {
    const range = { after, upTo: up_to ?? Number.MAX_SAFE_INTEGER }
    const requests = relianceOfRequests(store, range).get(id)?.requests ?? 0
    return requests === 0 ? [] : [{ value, after, up_to, requests }]
  })
}

function viewNow(world: World, id: AssumptionId): AssumptionView {
  const { store } = world.runtime
  return viewAssumption(world, id, { relied: relianceOf(store), changes: changesOf(store) })
}

function viewAssumption(
  world: World,
  id: AssumptionId,
  { relied, changes }: { relied: ReadonlyMap<string, Reliance>; changes: Changes },
): AssumptionView {
  const entry: AssumptionEntry<unknown> = ASSUMPTIONS[id]
  const by = relied.get(id) ?? noReliance()
  const value = world.runtime.services.register.values[id]
  const measured = world.measured.get(id) ?? null
  const isMeasured = measured !== null && isDeepStrictEqual(measured.value, value)
  return {
    id,
    title: entry.title,
    kind: isMeasured ? 'measured' : entry.kind,
    own: entry.own,
    value: value as Json,
    default: entry.default as Json,
    alternatives: entry.alternatives as Json[],
    schema: entry.schema ?? null,
    touches: [...entry.touches],
    changed: JSON.stringify(value) !== JSON.stringify(entry.default),
    measured,
    relied_on: totalOf(by),
    relied_on_by: by,
    answered_under: answeredUnder(world.runtime.store, id, changes.get(id) ?? []),
  }
}

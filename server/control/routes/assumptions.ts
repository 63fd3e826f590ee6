import { isDeepStrictEqual } from 'node:util'
import type { AssumptionEntry, Json } from '../../contract/assumption-entry.ts'
import { ASSUMPTION_IDS, ASSUMPTIONS, type AssumptionId } from '../../contract/assumptions.ts'
import { objectOf } from '../../contract/control-bodies.ts'
import type { Register } from '../../domain/register.ts'
import { checkAssumptionValue, isAssumptionId } from '../../domain/validation/assumption-value.ts'
import { noReliance, type Reliance, relianceOf, totalOf } from '../../store/reliance.ts'
import type { World } from '../../world/world.ts'
import { change } from '../change.ts'
import { invalid, notFound } from '../control-error.ts'
import { wholeList } from '../lists.ts'
import type { AssumptionView } from '../protocol/assumptions.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

export const assumptionRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/assumptions',
    summary: 'List all assumptions, with their values in this world',
    answers: 'Page<AssumptionView>',
    handle: ({ world }) => {
      const relied = relianceOf(world.runtime.store)
      return wholeList(ASSUMPTION_IDS.map(id => viewAssumption(world, id, relied)))
    },
  },
  {
    method: 'GET',
    path: '/assumptions/{id}',
    summary: 'Get an assumption',
    answers: 'AssumptionView',
    handle: ({ world, params }) => viewAssumption(world, idOf(params.id), relianceOf(world.runtime.store)),
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
  return viewAssumption(world, id, relianceOf(store))
}

/** What a guess about limits or gates has refused, another may let pass. */
const decidesWaits = (id: AssumptionId): boolean => id === 'gates.order' || id.startsWith('limits.')

function idOf(text: string | undefined): AssumptionId {
  if (text === undefined || !isAssumptionId(text)) throw notFound('assumption', text ?? '')
  return text
}

function viewAssumption(world: World, id: AssumptionId, relied: ReadonlyMap<string, Reliance>): AssumptionView {
  const entry: AssumptionEntry<unknown> = ASSUMPTIONS[id]
  const by = relied.get(id) ?? noReliance()
  const value = world.runtime.services.register.values[id]
  const measured = world.measured.get(id) ?? null
  const isMeasured = measured !== null && isDeepStrictEqual(measured.value, value)
  return {
    id,
    title: entry.title,
    kind: isMeasured ? 'measured' : entry.kind,
    value: value as Json,
    default: entry.default as Json,
    alternatives: entry.alternatives as Json[],
    schema: entry.schema ?? null,
    touches: [...entry.touches],
    changed: JSON.stringify(value) !== JSON.stringify(entry.default),
    measured,
    relied_on: totalOf(by),
    relied_on_by: by,
  }
}

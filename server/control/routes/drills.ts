import { GIVEN_SECRET, objectOf } from '../../contract/control-bodies.ts'
import type { Drill } from '../../contract/drill.ts'
import { DRILL_SECRET, DRILLS } from '../../contract/drills.ts'
import { loadValidator } from '../../domain/validation/compile.ts'
import { validateForwards } from '../../domain/webhooks/forward.ts'
import { faultsOfDrill, findDrill } from '../../drills/check-drill.ts'
import type { ReceiverGiven } from '../../drills/drill-webhooks.ts'
import { DrillRunningError, drillsOf } from '../../drills/drills.ts'
import type { RunningDrill } from '../../drills/running-drill.ts'
import { NotStagedError } from '../../drills/staging.ts'
import { REAL_TIMERS } from '../../http/real-timers.ts'
import type { World } from '../../world/world.ts'
import { ControlError, invalid, invalidAs, invalidField, notFound, refusal } from '../control-error.ts'
import { viewAllKnown, viewDrill } from '../drill-views.ts'
import { wholeList } from '../lists.ts'
import type { DrillView, StageDrillBody } from '../protocol/drills.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

export const drillRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/drills',
    summary: 'List the drills that can be staged: bad days for a client and its receiver',
    answers: 'Page<KnownDrillView>',
    handle: ({ world }) => wholeList(viewAllKnown(world, DRILLS)),
  },
  {
    method: 'POST',
    path: '/drills',
    summary: 'Stage a drill in this world, by its name or as a row of your own; it runs no command',
    status: 201,
    answers: 'DrillView',
    errors: { 409: 'drill_running: a drill is running in this world; not_staged: this world is none for it.' },
    body: objectOf(
      {
        drill: { type: ['string', 'object'] },
        receiver: {
          type: 'string',
          maxLength: 2_048,
          description:
            'Local URL to which webhooks are registered for every tenant that may have some, until the drill ends',
        },
        secret: GIVEN_SECRET,
        effects_url: {
          type: 'string',
          minLength: 1,
          maxLength: 2_048,
          description: 'URL that answers GET with a whole number: how often the receiver has done its work so far',
        },
      },
      ['drill'],
    ),
    handle: async ({ world, body }: WorldCall<StageDrillBody>): Promise<DrillView> => {
      const drill = await drillOf(body.drill)
      const receiver = receiverOf(body)
      const after = REAL_TIMERS.after
      const effects = effectsOf(world, body)
      try {
        return viewDrill(
          world,
          await drillsOf(world).stage({ drill, receiver, after, effects, effects_url: body.effects_url }),
        )
      } catch (error) {
        throw asControlError(error)
      }
    },
  },
  {
    method: 'GET',
    path: '/drills/{drill_id}',
    summary: 'Get a drill: its steps, whether its situation has come, and what is said of the client',
    answers: 'DrillView',
    handle: ({ world, params }): DrillView => viewDrill(world, drillIn(world, params.drill_id)),
  },
  {
    method: 'DELETE',
    path: '/drills/{drill_id}',
    summary: 'End a drill: take the steps that are left, judge it for good, and take its faults away',
    answers: 'DrillView',
    handle: async ({ world, params }): Promise<DrillView> => {
      const drill = drillIn(world, params.drill_id)
      await drill.end()
      return viewDrill(world, drill)
    },
  },
]

async function drillOf(given: StageDrillBody['drill']): Promise<Drill> {
  if (typeof given === 'string') {
    const drill = findDrill(given)
    if (drill === undefined) throw notFound('drill', given)
    return drill
  }
  await loadValidator()
  const faults = faultsOfDrill(given)
  const [first] = Object.entries(faults)
  if (first !== undefined) throw invalid(`drill: ${first[0]} ${first[1][0]}.`, faults)
  return given as Drill
}

function receiverOf({ receiver, secret = DRILL_SECRET }: StageDrillBody): ReceiverGiven | undefined {
  if (receiver === undefined) return undefined
  if (!URL.canParse(receiver)) throw invalidAs('receiver', { given: receiver })
  const address = new URL(receiver)
  const problem = validateForwards([{ from: 'https://receiver.example', to: address.origin }])
  if (problem !== undefined) throw invalidField('receiver', problem)
  return { address, secret }
}

/** A probe under development speaks http, and whoever starts the drill has named its address here. */
const ALLOWANCE = { httpOnLoopback: true }

function effectsOf({ runtime: { courier, signal } }: World, { effects_url }: StageDrillBody) {
  if (effects_url === undefined) return undefined
  const destination = courier.destinationOf(effects_url, ALLOWANCE)
  if (destination.kind === 'refused') throw invalidField('effects_url', destination.message)
  return courier.effectsAt(effects_url, signal, ALLOWANCE).read
}

function drillIn(world: World, id = ''): RunningDrill {
  const drill = drillsOf(world).find(id)
  if (drill === undefined) throw notFound('drill', id)
  return drill
}

function asControlError(error: unknown): unknown {
  if (error instanceof DrillRunningError) return refusal(409, 'drill_running', 'one')
  if (error instanceof NotStagedError)
    return new ControlError(409, 'not_staged', error.message, { sentence: { ...error.sentence } })
  return error
}

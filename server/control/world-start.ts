import type { AssumptionId } from '../contract/assumptions.ts'
import { FIXTURE_NAMES, type FixtureName, isFixtureName } from '../contract/fixture-names.ts'
import { shown } from '../contract/shown.ts'
import type { WorldOptions } from '../contract/start-options.ts'
import type { WorldFile } from '../contract/world-file/world-file.ts'
import { checkAssumptionValue } from '../domain/validation/assumption-value.ts'
import { validateForwards } from '../domain/webhooks/forward.ts'

import { type Instant, parseInstant } from '../kernel/instant.ts'
import type { Pace } from '../kernel/job.ts'
import { PACES, parsePace } from '../kernel/read-pace.ts'
import { faultsOf, type VerdictSettings } from '../verdicts/settings.ts'
import type { WorldStart } from '../world/world.ts'

interface Reading {
  /** Makes the error that is thrown, because every caller has errors of its own. */
  readonly refuse: (message: string) => Error
  /** Whether keys that stand in a world file open the world unless it is said otherwise. */
  readonly pins: boolean
  readonly checkAssumption?: typeof checkAssumptionValue
}

/**
 * What a world starts from, read from the options of the control API or the harness. Await `loadValidator()` first.
 *
 * @throws what `refuse` makes
 */
export function readWorldStart(
  { seed, fixture, clock, pace, assumptions = {}, forwards, verdicts, ...file }: WorldOptions,
  { refuse, pins, checkAssumption = checkAssumptionValue }: Reading,
): Required<WorldStart> {
  if (file.from !== undefined && fixture !== undefined)
    throw refuse('from takes the place of fixture. Give one of them; a world file names its fixture in extends.')
  const problem = validateForwards(forwards ?? [])
  if (problem !== undefined) throw refuse(problem)
  const checked: Partial<Record<AssumptionId, unknown>> = {}
  for (const [id, value] of Object.entries(assumptions)) {
    const result = checkAssumption(id, value)
    if (!result.ok) throw refuse(result.message)
    checked[result.id] = result.value
  }
  const [wrong] = Object.entries(verdicts === undefined ? {} : faultsOf(verdicts))
  if (wrong !== undefined)
    throw refuse(`${['verdicts', ...wrong[0].split('.')].filter(Boolean).join('.')}: ${wrong[1]}`)
  return {
    seed,
    fixture: fixtureOf(fixture, refuse),
    from: fromOf(file, { refuse, pins }),
    ...clockOf({ clock, pace }, refuse),
    assumptions: checked,
    forwards,
    verdicts: verdicts as VerdictSettings | undefined,
  }
}

/** The world checks what stands in the file. */
function fromOf(
  { from, from_name: name = 'world file', pin }: Pick<WorldOptions, 'from' | 'from_name' | 'pin'>,
  { refuse, pins }: Pick<Reading, 'refuse' | 'pins'>,
): WorldStart['from'] {
  if (from === undefined) return undefined
  if (typeof from !== 'string') return { name, file: from as unknown as WorldFile, pin: pin ?? pins }
  throw refuse('from must be the content of a world file, a JSON object: this process does not read files for others.')
}

function fixtureOf(name: string | undefined, refuse: Reading['refuse']): FixtureName | undefined {
  if (name === undefined || isFixtureName(name)) return name
  throw refuse(`fixture must be one of ${FIXTURE_NAMES.join(', ')} (got ${shown(name)}).`)
}

/** Where a clock starts, and at which pace. An instant alone freezes it. */
function clockOf(
  { clock, pace }: Pick<WorldOptions, 'clock' | 'pace'>,
  refuse: Reading['refuse'],
): { clock: Instant | 'live' | undefined; pace: Pace | undefined } {
  const chosen = pace === undefined ? undefined : parsePace(pace)
  if (pace !== undefined && chosen === undefined) throw refuse(`pace must be ${PACES} (got ${shown(pace)}).`)
  if (clock === undefined) return { clock, pace: chosen }
  if (clock === 'live') return { clock: 'live', pace: chosen ?? 'live' }
  const instant = parseInstant(clock)
  if (instant === undefined)
    throw refuse(
      `clock must be live, or an ISO 8601 instant with a zone between 2000 and 2099, such as 2026-03-10T14:59:50Z (got ${shown(clock)}).`,
    )
  return { clock: instant, pace: chosen ?? 'frozen' }
}

import type { Json } from '../contract/assumption-entry.ts'
import type { AssumptionId } from '../contract/assumptions.ts'
import { FIXTURE_NAMES, isFixtureName } from '../contract/fixture-names.ts'
import { parsePace } from '../control/pace.ts'
import type { EmulatorOptions } from '../emulator.ts'
import { parseInstant } from '../kernel/instant.ts'
import { checkOptionNames, START_OPTIONS } from './option-table.ts'
import { StartOptionError } from './start-option-error.ts'
import type { StartOptions } from './start-options.ts'

const SEED_MAX = 2 ** 32 - 1
const PORT_MAX = 65_535

/**
 * Checks the options and reads their texts.
 *
 * @throws StartOptionError
 */
export async function readStartOptions(options: StartOptions): Promise<EmulatorOptions> {
  checkOptionNames('startEmulator', options, Object.keys(START_OPTIONS))
  const { port = 0, seed = 1, host, store, durable, allowedHosts, token, corsOrigins, ca, dashboard } = options
  if (!Number.isInteger(port) || port < 0 || port > PORT_MAX)
    throw new StartOptionError(
      `port must be a whole number from 0 to ${PORT_MAX}; 0 takes any free port (got ${port}).`,
    )
  if (!Number.isInteger(seed) || seed < 0 || seed > SEED_MAX)
    throw new StartOptionError(`seed must be a whole number from 0 to ${SEED_MAX} (got ${seed}).`)
  if (store === '') throw new StartOptionError('store must be memory or a folder. Omit it for memory.')
  return {
    port,
    seed,
    host,
    store,
    durable,
    fixture: fixtureOf(options.fixture ?? 'standard'),
    ...clockOf(options),
    assumptions: await assumptionsOf(givenAssumptions(options)),
    forwards: await forwardsOf(options.forwards ?? []),
    allowedHosts,
    token,
    corsOrigins,
    ca,
    dashboard: dashboard ?? true,
  }
}

function fixtureOf(name: string) {
  if (!isFixtureName(name))
    throw new StartOptionError(`fixture must be one of ${FIXTURE_NAMES.join(', ')} (got ${name}).`)
  return name
}

function clockOf({ clock = 'live', pace }: StartOptions): Pick<EmulatorOptions, 'clock' | 'pace'> {
  const chosen = pace === undefined ? undefined : parsePace(pace)
  if (pace !== undefined && chosen === undefined)
    throw new StartOptionError(`pace must be live, frozen, or a factor from 0.001 to 100000 (got ${pace}).`)
  if (clock === 'live') return { pace: chosen }
  const instant = parseInstant(clock)
  if (instant === undefined)
    throw new StartOptionError(
      `clock must be live, or an ISO 8601 instant with a zone between 2000 and 2099, such as 2026-03-10T14:59:50Z (got ${clock}).`,
    )
  return { clock: instant, pace: chosen ?? 'frozen' }
}

function givenAssumptions({ assume, assumptions }: StartOptions): NonNullable<StartOptions['assumptions']> {
  if (assume !== undefined && assumptions !== undefined)
    throw new StartOptionError('assume is another name for assumptions. Give only one of them.')
  return assumptions ?? assume ?? {}
}

async function assumptionsOf(given: { readonly [id: string]: Json }): Promise<Partial<Record<AssumptionId, unknown>>> {
  const checked: Partial<Record<AssumptionId, unknown>> = {}
  if (Object.keys(given).length === 0) return checked
  const [{ checkAssumptionText, checkAssumptionValue }, { loadValidator }] = await Promise.all([
    import('../domain/validation/assumption-value.ts'),
    import('../domain/validation/compile.ts'),
  ])
  await loadValidator()
  for (const [id, value] of Object.entries(given)) {
    const result = typeof value === 'string' ? checkAssumptionText(id, value) : checkAssumptionValue(id, value)
    if (!result.ok) throw new StartOptionError(`assume: ${result.message}`)
    checked[result.id] = result.value
  }
  return checked
}

async function forwardsOf(given: NonNullable<StartOptions['forwards']>) {
  if (given.length === 0) return given
  const { validateForwards } = await import('../domain/webhooks/forward.ts')
  const problem = validateForwards(given)
  if (problem !== undefined) throw new StartOptionError(problem)
  return given
}

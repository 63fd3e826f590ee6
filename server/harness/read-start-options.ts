import { shown } from '../contract/shown.ts'
import { optionsOf, START_OPTIONS, type StartOptions } from '../contract/start-options.ts'
import type { EmulatorOptions } from '../emulator.ts'
import { checkOptionNames } from './option-names.ts'
import { withWorldFile } from './read-world-file.ts'
import { StartOptionError } from './start-option-error.ts'

const refuse = (message: string) => new StartOptionError(message)

/**
 * Checks the options and parses those given as text.
 *
 * @throws StartOptionError
 */
export async function readStartOptions(given: StartOptions): Promise<EmulatorOptions> {
  checkOptionNames('startEmulator', given, Object.keys(optionsOf('harness')))
  const options = await withWorldFile(given)
  checkRange('port', options.port, '; 0 takes any free port')
  checkRange('seed', options.seed, '')
  const { assume, assumptions = assume, dashboard = true, measured, ...others } = options
  if (assume !== undefined && options.assumptions !== undefined)
    throw refuse('assume is another name for assumptions. Give only one of them.')
  if (options.store === '') throw refuse('store must be memory or a folder. Omit it for memory.')
  // Loaded only here, because a command that talks to a running emulator needs none of it.
  const [{ checkAssumptionText, checkAssumptionValue }, { loadValidator }, { readWorldStart }] = await Promise.all([
    import('../domain/validation/assumption-value.ts'),
    import('../domain/validation/compile.ts'),
    import('../control/world-start.ts'),
  ])
  await loadValidator()
  const start = readWorldStart(
    { ...others, assumptions },
    {
      refuse,
      pins: true,
      checkAssumption: (id, value) =>
        typeof value === 'string' ? checkAssumptionText(id, value) : checkAssumptionValue(id, value),
    },
  )
  if (measured === undefined) return { ...others, ...start, dashboard }
  const { readMeasured } = await import('./read-measured.ts')
  return { ...others, ...start, dashboard, measured: readMeasured(measured) }
}

/** @throws StartOptionError for a number that is not whole, or that is outside the range in the table of options */
function checkRange(name: 'port' | 'seed', value: number | undefined, more: string): void {
  const { minimum, maximum } = START_OPTIONS[name].schema
  if (value === undefined || (Number.isInteger(value) && value >= minimum && value <= maximum)) return
  throw refuse(`${name} must be a whole number from ${minimum} to ${maximum}${more} (got ${shown(value)}).`)
}

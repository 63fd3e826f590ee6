import type { AssumptionId } from '../contract/assumptions.ts'
import { MEASURED_FILE_SCHEMA, type MeasuredFact, type MeasuredFile } from '../contract/measured-file.ts'
import { checkAssumptionValue, isAssumptionId } from '../domain/validation/assumption-value.ts'
import { compile } from '../domain/validation/compile.ts'
import { parseInstant } from '../kernel/instant.ts'
import { StartOptionError } from './start-option-error.ts'

const refuse = (why: string) =>
  new StartOptionError(`measured ${why}. Give a file as "ringback measure" writes it, or measure again.`)

/**
 * The measured values of a file that `ringback measure` wrote, by entry of the register. Entries that this register does not have are left
 * out: the file may be from another version. Await `loadValidator()` first.
 *
 * @throws StartOptionError
 */
export function readMeasured(text: string): ReadonlyMap<AssumptionId, MeasuredFact> {
  const { base_origin, measured_at, entries } = parsed(text)
  if (parseInstant(measured_at) === undefined) throw refuse('has no instant in measured_at')
  const facts = new Map<AssumptionId, MeasuredFact>()
  for (const [id, { state, value, observations = 1, evidence = [] }] of Object.entries(entries)) {
    if (state !== 'measured' || !isAssumptionId(id)) continue
    const checked = checkAssumptionValue(id, value)
    if (!checked.ok) throw refuse(`holds a value that the register does not take: ${checked.message}`)
    facts.set(id, { value: checked.value, measured_at, base_origin, observations, evidence })
  }
  return facts
}

function parsed(text: string): MeasuredFile {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw refuse('is not JSON')
  }
  const [problem] = compile(MEASURED_FILE_SCHEMA)(content)
  if (problem !== undefined) throw refuse(`is not such a file (${problem.instancePath || 'it'} ${problem.message})`)
  return content as MeasuredFile
}

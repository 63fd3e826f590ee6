import { counted } from '../contract/sentences.ts'
import { type AssumptionView, type Json, type StartOptions, startEmulator } from '../index.ts'
import type { FoundCondition } from './fail-conditions.ts'
import { table } from './output.ts'
import { here } from './own-command.ts'
import { environmentOf, runCommand } from './run-command.ts'
import { commandText } from './shell-text.ts'

/** One more run of the command, in a world with one assumption changed. */
export interface Variation {
  readonly id: string
  readonly value: Json
  readonly code: number
  readonly seconds: number
}

/** `interrupted`: before all had been tried. */
interface Varied {
  readonly variations: readonly Variation[]
  readonly interrupted: boolean
}

/**
 * Runs the command once for every other value of each assumption that its first run relied on. The output is dropped: what matters is
 * whether the command passes. A signal ends the series.
 */
export async function varyAssumptions(
  args: readonly string[],
  options: StartOptions,
  assumptions: readonly AssumptionView[],
): Promise<Varied> {
  const variations: Variation[] = []
  for (const { id, alternatives } of assumptions.filter(({ relied_on }) => relied_on > 0)) {
    for (const value of alternatives) {
      await using emulator = await startEmulator({ ...options, assumptions: { ...options.assumptions, [id]: value } })
      const run = await runCommand(args, { env: environmentOf(emulator, options), stdio: 'ignore' })
      // What was ended from outside says nothing of the value.
      if (run.interrupted) return { variations, interrupted: true }
      variations.push({ id, value, code: run.code, seconds: run.seconds })
      process.stderr.write(
        `ringback: with ${id} ${JSON.stringify(value)} it ${run.code === 0 ? 'passes' : `exits with ${run.code}`}\n`,
      )
    }
  }
  return { variations, interrupted: false }
}

/** The variations that break the command, in the form of conditions for `--fail-on assumptions`. */
export function variationProblems(variations: readonly Variation[]): FoundCondition[] {
  return variations
    .filter(({ code }) => code !== 0)
    .map(({ id, value, code }) => ({
      check: 'assumptions',
      message: `With ${id} ${JSON.stringify(value)} the command exited with ${code}. Make it work with either value.`,
    }))
}

export function variationsText({ variations, interrupted }: Varied, args: readonly string[]): string {
  const broken = variations.filter(({ code }) => code !== 0)
  if (interrupted && variations.length === 0) return 'Interrupted: no other value was tried to the end.'
  if (interrupted && broken.length === 0)
    return `Interrupted: the command passes with the first ${counted(variations.length, 'other value')}; those after were not tried to the end.`
  if (variations.length === 0) return 'None of the assumptions that the run relied on has another value to try.'
  if (broken.length === 0)
    return `The command passes with each of the ${variations.length} other values of the assumptions it relied on.`
  const [first] = broken
  const again = here(`exec --assume '${first?.id}=${textOf(first?.value ?? null)}' -- ${commandText(args)}`)
  const rows = broken.map(({ id, value, code }) => [`  ${id}`, JSON.stringify(value), code])
  return [
    `${broken.length} of ${variations.length} other values ${interrupted ? 'that were tried until the interruption ' : ''}break the command:`,
    table(['  ASSUMPTION', 'VALUE', 'EXIT CODE'], rows),
    `To see its output: ${again}`,
  ].join('\n')
}

const textOf = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

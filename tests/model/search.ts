import fc from 'fast-check'
import { type Command, command } from './commands.ts'
import { run } from './run.ts'

/** Lists of random commands, over all seeds. The long tier sets more, and a seed that no run had before. */
export const RUNS = Number(process.env.RINGBACK_MODEL_RUNS ?? 60)
export const SEEDS = (process.env.RINGBACK_MODEL_SEEDS ?? '1,2,3,4').split(',').map(Number)
export const RUNS_OF_SEED = Math.ceil(RUNS / SEEDS.length)

interface SearchOptions {
  readonly seed: number
  readonly runs: number
  /** Shortest and longest list of commands. */
  readonly length?: readonly [number, number]
}

/** Does random lists of commands; a failure is shrunk and told as data that can be put into `regressions.json`. */
export async function search({ seed, runs, length: [minLength, maxLength] = [60, 100] }: SearchOptions): Promise<void> {
  const commands = fc.array(command, { minLength, maxLength, size: 'max' })
  const property = fc.asyncProperty(commands, async list => void (await run(list)))
  const details = await fc.check(property, { seed, numRuns: runs })
  if (!details.failed) return
  const found: readonly Command[] | undefined = details.counterexample?.[0]
  const kept = { found: `seed ${seed}, path ${details.counterexamplePath}`, commands: found }
  throw new Error(
    `Failed with seed ${seed} after ${details.numRuns} runs and ${details.numShrinks} steps of shrinking. ` +
      `Put this into tests/model/regressions.json, and mend what it shows:\n${JSON.stringify(kept)}`,
    { cause: details.errorInstance },
  )
}

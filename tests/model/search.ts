import fc from 'fast-check'
import { type Command, command } from './commands.ts'
import { run } from './run.ts'

/** Lists of random commands, over all seeds. The long tier has more of them, and longer ones. */
export const RUNS = Number(process.env.RINGBACK_MODEL_RUNS ?? 1_000)
/** One seed that stays, and one that is another every day: what it finds is kept in `regressions.json`. */
export const SEEDS = (process.env.RINGBACK_MODEL_SEEDS ?? `1,${Math.floor(Date.now() / 86_400_000)}`)
  .split(',')
  .map(Number)
export const RUNS_OF_SEED = Math.ceil(RUNS / SEEDS.length)
/** Commands in the shortest list and in the longest one. */
const LENGTH = process.env.RINGBACK_MODEL_LENGTH ?? '4,16'

interface SearchOptions {
  readonly seed: number
  readonly runs: number
}

/** Does random lists of commands; a failure is shrunk and told as data that can be put into `regressions.json`. */
export async function search({ seed, runs }: SearchOptions): Promise<void> {
  const [minLength, maxLength] = LENGTH.split(',').map(Number) as [number, number]
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

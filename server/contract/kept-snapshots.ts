/** What takes the place of a world and can be taken back. */
export type KeptBefore = 'restore' | 'reset'

/** Of a world and a cause: the newest that were kept. Those that somebody saved under such a name are not counted and never removed. */
export const MOST_KEPT_SNAPSHOTS = 10

const NAMES: Readonly<Record<KeptBefore, RegExp>> = {
  restore: /^before-restore(?:-([1-9]\d{0,8}))?$/i,
  reset: /^before-reset(?:-([1-9]\d{0,8}))?$/i,
}

/** Which of them it is, `undefined` for another name. Case is ignored, as it is in names of files. */
function numberOf(name: string, before: KeptBefore): number | undefined {
  const match = NAMES[before].exec(name)
  return match ? Number(match[1] ?? 1) : undefined
}

/** What would be kept, and what would go for it. `automatic` is true of what nobody saved by name. */
interface Kept {
  /** No name that was ever higher is given again while a later one is there, so that the numbers tell the order. */
  readonly name: string
  /** What is more than `MOST_KEPT_SNAPSHOTS` with it, oldest first; never what is being restored. */
  readonly leaving: readonly string[]
}

type Taken = readonly { readonly name: string; readonly automatic: boolean }[]

/** Where the world is kept that a restore of `restored` takes the place of. Pure: the dashboard says it before it is done. */
export const keptBeforeRestore = (taken: Taken, restored: string): Kept => keptBefore('restore', taken, restored)

/** The same of a reset: `before-reset`, `before-reset-2`. */
export const keptBeforeReset = (taken: Taken): Kept => keptBefore('reset', taken)

function keptBefore(before: KeptBefore, taken: Taken, restored?: string): Kept {
  const number = Math.max(0, ...taken.map(({ name }) => numberOf(name, before) ?? 0)) + 1
  const made = taken
    .flatMap(({ name, automatic }) => {
      const which = numberOf(name, before)
      return automatic && which !== undefined ? [{ name, number: which }] : []
    })
    .sort((one, other) => one.number - other.number)
    .map(({ name }) => name)
  const more = made.length + 1 - MOST_KEPT_SNAPSHOTS
  return {
    name: number === 1 ? `before-${before}` : `before-${before}-${number}`,
    leaving: made.filter(name => name !== restored).slice(0, Math.max(0, more)),
  }
}

/** The name of the first snapshot that a restore makes of what it takes the place of; the next ones are numbered from 2 on. */
const KEPT = 'before-restore'

/** Of a world: the newest that restores have made. Those that somebody saved under such a name are not counted and never removed. */
export const MOST_KEPT_SNAPSHOTS = 10

/** Which of them it is, `undefined` for another name. Case is ignored, as it is in names of files. */
function numberOf(name: string): number | undefined {
  const match = /^before-restore(?:-([1-9]\d{0,8}))?$/i.exec(name)
  return match ? Number(match[1] ?? 1) : undefined
}

/** What a restore would keep, and what would go for it. `automatic` is true of what a restore has made. */
interface KeptBeforeRestore {
  /** No name that was ever higher is given again while a later one is there, so that the numbers tell the order. */
  readonly name: string
  /** What is more than `MOST_KEPT_SNAPSHOTS` with it, oldest first; never what is being restored. */
  readonly leaving: readonly string[]
}

/** Where the world is kept that a restore of `restored` takes the place of. Pure: the dashboard says it before it is done. */
export function keptBeforeRestore(
  taken: readonly { readonly name: string; readonly automatic: boolean }[],
  restored: string,
): KeptBeforeRestore {
  const number = Math.max(0, ...taken.map(({ name }) => numberOf(name) ?? 0)) + 1
  const made = taken
    .filter(({ automatic }) => automatic)
    .map(({ name }) => ({ name, number: numberOf(name) ?? 0 }))
    .sort((one, other) => one.number - other.number)
    .map(({ name }) => name)
  const more = made.length + 1 - MOST_KEPT_SNAPSHOTS
  return {
    name: number === 1 ? KEPT : `${KEPT}-${number}`,
    leaving: made.filter(name => name !== restored).slice(0, Math.max(0, more)),
  }
}

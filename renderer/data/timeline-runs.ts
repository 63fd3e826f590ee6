import { sameness, type Timeline, type TimelineItem } from './timeline.ts'

/** Equal things that follow each other with nothing else in between: one row, with how often. */
export interface Run {
  /** The newest of them. */
  readonly item: TimelineItem
  readonly count: number
  /** When the first of them was. */
  readonly since: number
}

/** Folds equal neighbours, newest first; what was forgotten of the oldest run is still counted. */
export function runsOf(items: readonly TimelineItem[], forgotten?: Timeline['forgotten']): Run[] {
  const runs: { item: TimelineItem; count: number; since: number }[] = []
  let before: string | undefined
  for (const item of items) {
    const same = sameness(item)
    const run = runs.at(-1)
    if (run && same !== undefined && same === before) {
      run.count++
      run.since = item.at
    } else runs.push({ item, count: 1, since: item.at })
    before = same
  }
  const oldest = runs.at(-1)
  if (oldest && forgotten?.sameness !== undefined && before === forgotten.sameness) {
    oldest.count += forgotten.count
    oldest.since = forgotten.since
  }
  return runs
}

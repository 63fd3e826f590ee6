/** A test by the file that it stands in and its title as it is written there. */
export interface Proof {
  readonly file: string
  readonly title: string
}

/** Shows that a defence is what helps: with `off` left out or put in its place, the attack gets through, and `title` in `file` says so. */
export interface Mutation extends Proof {
  readonly off: string
}

/** One row of the list of threats and faults that the project holds itself to. */
export interface Threat {
  readonly id: string
  /** P0: before anyone relies on it. P1: before a CI relies on it. P2: later. */
  readonly priority: 'P0' | 'P1' | 'P2'
  readonly threat: string
  readonly tests: readonly Proof[]
  readonly mutations: readonly Mutation[]
  /** Why there is nothing that could be left out, where that is so. */
  readonly nothingToSwitchOff?: string
  /** What of the goal has no test, in plain words. */
  readonly notCovered?: string
}

export const MODEL = 'tests/model/model.test.ts'
/** The test that runs each defect of the model-based tests. */
export const DEFECTS = '$title'

/** Defects that are built into a running emulator by the model-based tests, and found there: each a defence that is missing. */
export function defects(...titles: readonly string[]): Mutation[] {
  return titles.map(off => ({ off, file: MODEL, title: DEFECTS }))
}

/** Tests of one file. */
export function inFile(file: string, ...titles: readonly string[]): Proof[] {
  return titles.map(title => ({ file, title }))
}

import type { Answers } from './answers.ts'
import type { Askings } from './asking.ts'
import type { Keys } from './keys.ts'
import type { Model } from './model.ts'
import type { Subject } from './subject.ts'

/** What the parts of a run work on: the emulator, the model of it, and what is known of both. */
export interface Bench {
  readonly subject: Subject
  readonly model: Model
  readonly askings: Askings
  readonly answers: Answers
  readonly keys: Keys
  /** What was answered, to be compared between two runs. */
  readonly trace: string[]
}

import type { Emulator } from '../../server/emulator.ts'
import type { Response } from '../../server/turn/answer.ts'
import type { WorldRuntime } from '../../server/world/runtime.ts'
import { TestEmulator, TOKYO_NOON } from './api.ts'
import { startWatched, type TestOptions, type WatchedEmulator } from './watched-emulator.ts'

/** An emulator of the test's own whose inside is in reach: for what cannot be brought about, or be seen, from outside. */
export class InsideEmulator extends TestEmulator {
  readonly emulator: Emulator
  readonly defects: unknown[]

  private constructor(watched: WatchedEmulator) {
    super(watched)
    this.emulator = watched.emulator
    this.defects = watched.defects
  }

  static override async start(options: TestOptions = {}): Promise<InsideEmulator> {
    return new InsideEmulator(await startWatched({ clock: TOKYO_NOON, ...options }))
  }
}

/** Changes every answer of a world on its way out, until the world is reset: a turn is a batch of the store, and what comes of it is sent. */
export function changeAnswers({ store }: WorldRuntime, change: (response: Response) => Response): void {
  const batch = store.batch.bind(store)
  store.batch = <Result>(work: () => Result) => {
    const result = batch(work)
    return isResponse(result) ? (change(result) as Result) : result
  }
}

const isResponse = (result: unknown): result is Response =>
  typeof result === 'object' && result !== null && 'request_id' in result && 'headers' in result

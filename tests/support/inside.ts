import type { Emulator } from '../../server/emulator.ts'
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

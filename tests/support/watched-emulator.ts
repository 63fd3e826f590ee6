import { Emulator, type EmulatorOptions } from '../../server/emulator.ts'
import { connectEmulator, type EmulatorHandle } from '../../server/index.ts'

/** What an emulator of a test may be told. */
export type TestOptions = Omit<EmulatorOptions, 'clock'> & { readonly clock?: string }

/** A running emulator, the harness's handle of it, and what went wrong in it where nobody was answered. */
export interface WatchedEmulator {
  readonly emulator: Emulator
  readonly handle: EmulatorHandle
  readonly defects: unknown[]
}

/** The harness tells of a defect on stderr; a test has to fail of it, so this starts what `startEmulator` would start, and listens. */
export async function startWatched({ clock, ...options }: TestOptions & { clock: string }): Promise<WatchedEmulator> {
  const defects: unknown[] = []
  const emulator = await Emulator.start({
    ...{ port: 0, dashboard: false, onDefect: error => defects.push(error) },
    ...options,
    clock: Date.parse(clock),
  })
  return { emulator, handle: await connectEmulator({ url: emulator.url }), defects }
}

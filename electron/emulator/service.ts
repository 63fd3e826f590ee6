import type { ParentPortPort } from '../ports.ts'
import { type FromEmulator, readToEmulator, type StartMessage } from './messages.ts'

/** The slice of the emulator that the desktop app drives; `server/index.ts` gives the real one. */
interface RunningEmulator {
  readonly url: string
  readonly controlUrl: string
  close(): Promise<void>
}
type StartEmulator = (options: { port: number; store: string }) => Promise<RunningEmulator>

/** How many ports after the wanted one are tried, before any free one is taken. */
const NEIGHBOURS = 9

/**
 * The utility process's side: waits for `start`, answers `ready` or `failed`, and on `stop` closes the emulator and exits with 0.
 * A `start` that failed may be followed by another.
 */
export function serveEmulator({
  parentPort,
  startEmulator,
  exit,
}: {
  parentPort: ParentPortPort
  startEmulator: StartEmulator
  exit: (code: number) => void
}): void {
  const say = (message: FromEmulator): void => parentPort.postMessage(message)
  let emulator: RunningEmulator | undefined
  // One at a time and in order: a `stop` that comes during a start waits for it, so that nothing is left half open.
  let turn = Promise.resolve()

  const start = async (message: StartMessage): Promise<void> => {
    if (emulator !== undefined) return
    try {
      emulator = await startOnFreePort(startEmulator, message)
      say({
        kind: 'ready',
        url: emulator.url,
        controlUrl: emulator.controlUrl,
        port: Number(new URL(emulator.url).port),
      })
    } catch (error) {
      say({ kind: 'failed', code: codeOf(error) ?? 'failed', message: messageOf(error) })
    }
  }
  const stop = async (): Promise<void> => {
    await emulator?.close()
    say({ kind: 'stopped' })
    exit(0)
  }

  parentPort.on('message', ({ data }) => {
    const message = readToEmulator(data)
    if (message === undefined) return
    turn = turn.then(() => (message.kind === 'start' ? start(message) : stop()))
  })
}

/** The wanted port, else the next free one, else any. Only the attempt itself tells whether a port is free. */
async function startOnFreePort(startEmulator: StartEmulator, { port, store }: StartMessage): Promise<RunningEmulator> {
  const neighbours = Array.from({ length: NEIGHBOURS }, (_, index) => port + 1 + index)
  const candidates = port === 0 ? [0] : [port, ...neighbours.filter(candidate => candidate <= 65_535), 0]
  for (const candidate of candidates) {
    try {
      return await startEmulator({ port: candidate, store })
    } catch (error) {
      if (codeOf(error) !== 'port_in_use' || candidate === 0) throw error
    }
  }
  throw new Error('No port is free. Stop another server and start again.')
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code.slice(0, 100) : undefined
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 10_000)
}

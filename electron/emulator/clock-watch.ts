import { ControlClient } from '../../server/client/control-client.ts'
import { streamEvents } from '../../server/client/event-stream.ts'
import { WorldClient } from '../../server/client/world-client.ts'
import type { ClockView } from '../../server/control/protocol/clock.ts'

/**
 * Follows the clock of a world over the control API: calls back with the clock of now, then with each change that the event stream tells.
 * Ends when the connection ends (the emulator stopped, the world is gone) or the returned function is called.
 *
 * @param url - where the emulator listens, `http://127.0.0.1:4010`
 */
export function watchClock({
  url,
  world,
  onClock,
}: {
  url: string
  world: string
  onClock: (clock: ClockView) => void
}): () => void {
  const abort = new AbortController()
  const { signal } = abort
  const control = new ControlClient({ url })
  const client = new WorldClient(control, world)
  let isTold = false
  const tell = (clock: ClockView): void => {
    if (signal.aborted) return
    isTold = true
    onClock(clock)
  }
  const follow = async (): Promise<void> => {
    for await (const message of streamEvents(client, ['clock'], signal)) {
      if (message.topic === 'clock') tell(message.data)
      // The stream first: no change can fall between it and the clock of now. A change that came meanwhile is the newer of the two.
      if (message.topic === 'ready')
        client.get<ClockView>(['clock'], {}, signal).then(
          clock => isTold || tell(clock),
          () => undefined,
        )
    }
  }
  follow()
    .catch(() => undefined)
    .finally(() => control.close())
  return () => abort.abort()
}

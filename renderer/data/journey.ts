import type { AdvanceBody, AdvanceResult, HappenedView } from '../../server/control/protocol/clock.ts'
import { ControlError, control, worldPath } from './client.ts'

/** What a move of the clock has done. `stopped_before` is the instant that it was meant to reach, when somebody stopped it. */
export interface Moved extends AdvanceResult {
  readonly stopped_before?: string | undefined
}

/** Real time after which the emulator answers in any case. The page then asks again, so this only bounds how long a request stays open. */
const LEG = 'PT1M'

interface Details {
  now?: string
  target?: string | null
  happened?: HappenedView | null
}

/**
 * Moves the clock of a world to where `body` says, however long its receivers take: it asks again until the world is there. `left` ends it
 * when the page leaves; the result is `undefined` then.
 * @throws ControlError
 */
export async function journey(world: string, body: AdvanceBody, left: AbortSignal): Promise<Moved | undefined> {
  const path = worldPath(world, 'clock', 'advance')
  // Given a timeout, the emulator also waits for what was in flight before, as it is when this asks again.
  let leg: AdvanceBody = { ...body, timeout: LEG }
  for (;;) {
    try {
      return await control<AdvanceResult>('POST', path, { body: leg, signal: left })
    } catch (error) {
      if (left.aborted) return undefined
      if (!(error instanceof ControlError)) throw error
      const { now, target, happened } = (error.details ?? {}) as Details
      if (error.code === 'advance_unfinished' && target)
        leg = { to: target, delivery_id: body.delivery_id, timeout: LEG }
      else if (error.code === 'advance_called_off' && now && target && happened)
        return { now, fired: [], happened, stopped_before: target }
      else throw error
    }
  }
}

export const stopAdvance = (world: string): Promise<void> =>
  control<void>('DELETE', worldPath(world, 'clock', 'advance'))

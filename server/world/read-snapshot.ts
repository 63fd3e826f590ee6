import { everyKeyHash } from '../domain/tenants/former-keys.ts'
import { loadValidator } from '../domain/validation/compile.ts'
import type { Draft } from '../store/draft.ts'
import { checkSnapshot, NewerCapsuleError, NotASnapshotError } from '../store/snapshot-file.ts'
import type { Store } from '../store/store.ts'
import { isFull } from '../store/store-failure.ts'
import { capsuleFacts } from './capsule.ts'
import { beginRuntime, type Surroundings } from './runtime.ts'
import { findBadValue } from './values/check-values.ts'
import { adopt, harmless, settingsIn, type WorldSettings } from './world-database.ts'

/**
 * Checks a snapshot: its tables, every value in them, and that whether it can be opened. So a bad one is refused while the world still has its
 * own database. Meanwhile the clock stands still, so no job of it runs. Throws what `checkSnapshot` throws.
 */
export async function readSnapshot(snapshot: Draft, world_id: string, parts: Surroundings): Promise<WorldSettings> {
  await loadValidator()
  checkSnapshot(snapshot)
  return snapshot.trial(trial => {
    try {
      return tryToOpen(trial, world_id, parts)
    } catch (error) {
      if (error instanceof NewerCapsuleError || error instanceof NotASnapshotError || isFull(error)) throw error
      throw new NotASnapshotError(`it cannot be opened (${error instanceof Error ? error.message : error})`)
    }
  })
}

function tryToOpen(trial: Store, world_id: string, parts: Surroundings): WorldSettings {
  const problem = findBadValue(trial.db)
  if (problem !== undefined) throw new NotASnapshotError(problem)
  const settings = settingsIn(trial, world_id)
  capsuleFacts(trial)
  everyKeyHash(trial)
  // What would be written into it, too, so that what fails is refused.
  adopt(harmless(settings), { foreign: true })(trial)
  // What somebody did to a clock elsewhere is no news.
  beginRuntime(
    trial,
    settings,
    { ...parts, onHostJump: () => undefined },
    { publish: () => undefined, hasListeners: () => false, recording: false },
  ).close()
  return settings
}

import { controlSentence } from '../contract/control-errors.ts'

/** The world was removed, or the emulator closed, while something was being done to it. */
export class WorldRemovedError extends Error {
  override readonly name = 'WorldRemovedError'
  readonly status = 404
  readonly code = 'not_found'

  constructor(world_id: string) {
    super(controlSentence('not_found', 'gone', { name: world_id }))
  }
}

import { type SaveOutcome, saveBody } from '../http/save-body.ts'
import type { HttpContext } from '../http/state.ts'
import type { FileDraft } from '../store/draft.ts'
import { storeFailure } from '../store/store-failure.ts'
import { refusal } from './control-error.ts'
import type { EmulatorControls } from './emulator-controls.ts'

/** A file is checked together with a copy, on which it is tried. */
const COPIES = 2

/**
 * The body of a request as a file next to the store, which the caller has to dispose of. Nothing is left of one that was refused or broke
 * off.
 *
 * @throws ControlError, StoreFailureError
 */
export async function receiveFile(
  { req, res }: HttpContext,
  { emulator, maxBytes }: { emulator: EmulatorControls; maxBytes: number },
): Promise<FileDraft> {
  const draft = emulator.incoming()
  try {
    const announced = Number(req.headers['content-length'] ?? 0)
    if (announced <= maxBytes) draft.requireRoom(COPIES * announced)
    const outcome = await saveBody(req, { file: draft.file, maxBytes, response: res })
    if (outcome.kind === 'saved') return draft
    throw refusalOf(outcome, draft)
  } catch (error) {
    draft[Symbol.dispose]()
    throw error
  }
}

function refusalOf(outcome: Exclude<SaveOutcome, { kind: 'saved' }>, { file }: FileDraft): Error {
  if (outcome.kind === 'too_large') return refusal(413, 'payload_too_large', 'body', { bytes: outcome.maxBytes })
  if (outcome.kind === 'failed') return storeFailure('Nothing could be written to', file, outcome.error)
  return refusal(400, 'malformed_request', 'unread')
}

import { WORLD_ID_PATTERN } from '../contract/constants.ts'
import { controlSentence } from '../contract/control-errors.ts'
import { shown } from '../contract/shown.ts'
import type { RecordingView } from '../control/protocol/process.ts'
import type { WorldHandle } from '../index.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { here } from './own-command.ts'

const isName = new RegExp(WORLD_ID_PATTERN)

/** @throws CommandError (usage) when no world can be called so */
export function checkForkName(id: string | undefined): void {
  if (id === undefined || isName.test(id)) return
  throw new CommandError(
    `The id of the new world must be 1 to 64 letters, digits, - or _, the first a letter or a digit (got ${shown(id)}).`,
    EXIT.usage,
  )
}

type Oldest = NonNullable<RecordingView['oldest']>

/**
 * The first request before which the world can be forked.
 *
 * @throws CommandError when it cannot be taken back to any earlier place
 */
export async function checkRecorded(world: WorldHandle): Promise<Oldest> {
  const { recording, oldest } = await world.client.get<RecordingView>(['recording'])
  if (recording && oldest !== null) return oldest
  const why = recording
    ? 'records, but no request has come since that began, which it does anew with each start, reset and restore'
    : `does not record. "${here(`world recording on${inWorld(world.id)}`)}" lets it begin, and it counts from then on`
  throw new CommandError(
    `--at goes back to what a world has recorded, and world ${world.id} ${why}. Without --at, it is forked as it is now.`,
  )
}

interface Given {
  /** As it was typed. */
  readonly at: string
  readonly oldest: Oldest
}

/** A refusal of a fork in the words of the flags that were typed. */
export function ofForkFlags(error: unknown, world: WorldHandle, given: Given | undefined): unknown {
  if (given === undefined || !(error instanceof Error)) return error
  const { at, oldest } = given
  if ((error as { code?: unknown }).code === 'not_recorded')
    return new CommandError(
      `--at must not be before what world ${world.id} has recorded (got ${shown(at)}). The first request before which it can be forked is ${oldest.request}, at ${oldest.at}.`,
      EXIT.usage,
    )
  const { message } = error
  if (message === controlSentence('invalid_request', 'future_fork', { given: at }))
    return new CommandError(
      `--at must not be in the future of world ${world.id} (got ${shown(at)}). Leave it out to fork the world as it is now, and then advance the clock of the fork.`,
      EXIT.usage,
    )
  if (message.startsWith('at must be '))
    return new CommandError(
      `--at takes a request (16, or its id) or an ISO 8601 instant with a zone, such as 2026-03-10T15:00:00Z (got ${shown(at)}).`,
      EXIT.usage,
    )
  return error
}

const inWorld = (world_id: string) => (world_id === 'default' ? '' : ` --world ${world_id}`)

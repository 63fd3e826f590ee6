import { controlSentence } from '../contract/control-errors.ts'
import type { Sending } from '../contract/sending.ts'
import { plaintextOf } from '../domain/tenants/issued-keys.ts'
import { hashKey, maskKey } from '../domain/tenants/tenants.ts'
import type { Instant } from '../kernel/instant.ts'
import { Randomness } from '../kernel/random.ts'
import { stopClock } from '../store/clock-table.ts'
import type { Fill } from '../store/draft.ts'
import { META, readMeta, removeMeta, writeMeta } from '../store/meta.ts'
import { removeExchangesAfter, takeBackDepartures } from '../store/tables/journal.ts'
import { removeForwards } from '../store/tables/settings.ts'
import { goBack, type Place } from '../store/undo-log.ts'
import { forgetVerdicts } from './kept-verdicts.ts'
import type { WorldRuntime } from './runtime.ts'
import { moveKeys, randomSourceOf, sourceOf, type WorldSettings, writeSettings } from './world-database.ts'

/** Where a world is forked: before an exchange, after everything that happened by an instant, or now. */
export type ForkPoint = { readonly seq: number } | { readonly instant: Instant } | 'now'

export interface ForkedFrom {
  readonly world_id: string
  readonly request_id: string | null
  readonly at: Instant
}

/** The world cannot be taken back that far. */
export class NotRecordedError extends Error {
  readonly status = 404
  readonly code = 'not_recorded'
  readonly details: { readonly oldest: string | null }
  constructor(world_id: string, { records, oldest }: { records: boolean; oldest: number | undefined }) {
    super(
      oldest === undefined
        ? controlSentence('not_recorded', records ? 'none_yet' : 'nothing', { world: world_id })
        : controlSentence('not_recorded', 'later', { world: world_id, oldest }),
    )
    this.details = { oldest: oldest === undefined ? null : `#${oldest}` }
  }
}

/** Finds the place of a fork. Throws `NotRecordedError`. */
export function placeOf(world_id: string, { recording, exchanges, kernel }: WorldRuntime, point: ForkPoint): Place {
  const now = kernel.catchUp()
  if (point === 'now') return { at: now, seq: exchanges.last, statements: [] }
  const place = 'seq' in point ? recording?.placeOf(point.seq) : recording?.placeAt(point.instant, exchanges.last)
  if (place === undefined)
    throw new NotRecordedError(world_id, { records: recording !== undefined, oldest: recording?.oldest?.seq })
  return place
}

interface Fork {
  readonly place: Place
  /** The last exchange that had come by then: of one before which it forks, the one before that. */
  readonly lastKnown: number
  readonly from: ForkedFrom
  /** The settings of the world that is forked. */
  readonly origin: WorldSettings
  readonly forwards: 'off' | 'keep'
  /** Called with the plaintext of each key that somebody had issued; it is stored nowhere. */
  readonly onKey: (key_id: string, plaintext: string) => void
}

/**
 * Makes a copy of a world the database of its fork. What the fork makes from here on has the ids that the other world would give it, so the
 * same request gets the same answer. Only its keys are its own.
 */
export function forkInto(settings: WorldSettings, { place, lastKnown, from, origin, forwards, onKey }: Fork): Fill {
  return store => {
    goBack(store, place.statements)
    forgetVerdicts(store)
    removeExchangesAfter(store, place.seq)
    takeBackDepartures(store, { seq: lastKnown, at: place.at }, 'forked')
    writeMeta(store, META.exchange_floor, String(place.seq))
    stopClock(store, place.at)
    const source = randomSourceOf(store, origin)
    if (source === sourceOf(settings)) removeMeta(store, META.randomness)
    else writeMeta(store, META.randomness, source)
    const random = new Randomness(sourceOf(settings)).below('keys of a fork')
    moveKeys(store, settings, key => {
      const plaintext = plaintextOf(store, random, { mode: key.mode, name: key.key_id })
      if (key.revoked_at === null) onKey(key.key_id, plaintext)
      // A key whose value the world shows is shown in the fork, too.
      return { hash: hashKey(plaintext), masked: maskKey(plaintext), plaintext: key.plaintext && plaintext }
    })
    removeMeta(store, META.former_keys)
    removeMeta(store, META.label)
    if (forwards === 'off') {
      removeForwards(store)
      writeMeta(store, META.sending, 'inbox_only' satisfies Sending)
    }
    writeMeta(store, META.forked_from, JSON.stringify(from satisfies ForkedFrom))
    writeSettings(store, settings)
  }
}

export function forkedFrom({ store }: Pick<WorldRuntime, 'store'>): ForkedFrom | undefined {
  const text = readMeta(store, META.forked_from)
  return text === undefined ? undefined : (JSON.parse(text) as ForkedFrom)
}

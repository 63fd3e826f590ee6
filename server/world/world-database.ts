import { applyFixtureKeys, fixtureKeys } from '../../fixtures/keys.ts'
import type { AssumptionId } from '../contract/assumptions.ts'
import { type FixtureName, isFixtureName } from '../contract/fixture-names.ts'
import type { Sending } from '../contract/sending.ts'
import type { Forward } from '../domain/webhooks/forward.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Pace } from '../kernel/job.ts'
import { stopClock } from '../store/clock-table.ts'
import { META, readMeta, removeMeta, writeMeta } from '../store/meta.ts'
import type { Fill } from '../store/storage.ts'
import type { Store } from '../store/store.ts'
import { insertForward, removeAssumption, removeForwards, saveAssumption } from '../store/tables/settings.ts'
import { allKeys, allTenants, updateKey } from '../store/tables/tenants.ts'

/** What a world starts from. */
export interface WorldSettings {
  readonly world_id: string
  readonly seed: number
  readonly fixture: FixtureName
  /** An instant freezes the clock there, unless a pace is given too. */
  readonly clock?: Instant | undefined
  readonly pace?: Pace | undefined
  /** Values that have been checked. */
  readonly assumptions?: Readonly<Partial<Record<AssumptionId, unknown>>> | undefined
  readonly forwards?: readonly Forward[] | undefined
}

type Start = Omit<WorldSettings, 'world_id' | 'seed' | 'fixture'>

/** What is said of a world that is to begin; the rest is as it is otherwise. `live` follows the clock of the machine. */
export type WorldStart = {
  readonly [Name in Exclude<keyof WorldSettings, 'world_id'>]?:
    | WorldSettings[Name]
    | (Name extends 'clock' ? 'live' : never)
    | undefined
}

export function withStart(settings: WorldSettings, start: WorldStart): WorldSettings {
  const { seed = settings.seed, fixture = settings.fixture, clock = settings.clock, pace = settings.pace } = start
  const { forwards = settings.forwards } = start
  const assumptions = { ...settings.assumptions, ...start.assumptions }
  return { ...settings, seed, fixture, clock: clock === 'live' ? undefined : clock, pace, forwards, assumptions }
}

/** What makes a fixture's template the database of a new world: its own keys and settings. `now` is where its clock starts. */
export function furnish(settings: WorldSettings, now: Instant): Fill {
  return store => {
    const { seed, world_id, assumptions = {}, forwards = [] } = settings
    applyFixtureKeys(store, { seed, world_id, now })
    writeSettings(store, settings)
    for (const [id, value] of Object.entries(assumptions)) saveAssumption(store, id, JSON.stringify(value))
    for (const { from, to } of forwards) insertForward(store, { origin: from, target: to })
  }
}

/**
 * What makes a snapshot the database of the world with these settings. A snapshot of another world leaves that one's keys behind: no key
 * opens two worlds. Its randomness it keeps, so that it goes on as it would have gone on at home.
 */
export function adopt(settings: WorldSettings, { foreign = false }: { foreign?: boolean } = {}): Fill {
  return store => {
    const { world_id, seed } = settings
    const home = readMeta(store, META.world_id) ?? world_id
    if (foreign) quarantine(store)
    // A redacted file has no values of keys, not even at home; and what a file says of its home may be wrong.
    if (foreign || home !== world_id || readMeta(store, META.redacted) === 'yes') {
      moveKeys(store, { seed, world_id, home })
      if (home !== world_id) removeMeta(store, META.former_keys)
      const source = readMeta(store, META.randomness) ?? sourceOf({ seed, world_id: home })
      if (source === sourceOf(settings)) removeMeta(store, META.randomness)
      else writeMeta(store, META.randomness, source)
    }
    for (const name of Object.values(SNAPSHOT_META)) removeMeta(store, name)
    writeSettings(store, settings)
  }
}

/** The assumption that lets deliveries go further than this machine and its network. */
const REACH: AssumptionId = 'webhooks.reach'

/** Settings without what leads deliveries out. */
export function harmless<Settings extends Start>(settings: Settings): Settings {
  const { [REACH]: _, ...assumptions } = settings.assumptions ?? {}
  return { ...settings, forwards: [], assumptions }
}

/**
 * What makes a file of somebody else harmless to open: its clock stands, nothing is mapped to an address, and deliveries go to inboxes only
 * until somebody says otherwise. A reset does not bring back what the file had.
 */
export const quarantine: Fill = store => {
  stopClock(store)
  removeForwards(store)
  removeAssumption(store, REACH)
  const start = JSON.parse(readMeta(store, META.start) ?? '{}') as Start
  writeMeta(store, META.start, JSON.stringify(harmless(start) satisfies Start))
  // A file must not be able to draw requests to itself that are another world's.
  removeMeta(store, META.former_keys)
  writeMeta(store, META.sending, 'inbox_only' satisfies Sending)
}

/** What a snapshot says beside the world that it holds; a world in use does not have these. */
export const SNAPSHOT_META = {
  /** Real time at which it was taken, in milliseconds. */
  created_at: 'snapshot.created_at',
  /** Emulated time at which it was taken. */
  now: 'snapshot.now',
} as const

const sourceOf = ({ seed, world_id }: Pick<WorldSettings, 'seed' | 'world_id'>): string => `${seed}:${world_id}`

/** Where the draws of a world come from. */
export function randomSourceOf(store: Store, settings: Pick<WorldSettings, 'seed' | 'world_id'>): string {
  return readMeta(store, META.randomness) ?? sourceOf(settings)
}

/** The settings that a database was started with. */
export function settingsIn(store: Store, world_id: string): WorldSettings {
  const fixture = readMeta(store, META.fixture) ?? ''
  const start = JSON.parse(readMeta(store, META.start) ?? '{}') as Start
  return {
    ...start,
    world_id,
    seed: Number(readMeta(store, META.seed) ?? 1),
    fixture: isFixtureName(fixture) ? fixture : 'standard',
  }
}

function writeSettings(store: Store, { world_id, seed, fixture, ...start }: WorldSettings): void {
  writeMeta(store, META.world_id, world_id)
  writeMeta(store, META.seed, String(seed))
  writeMeta(store, META.fixture, fixture)
  writeMeta(store, META.start, JSON.stringify(start satisfies Start))
}

/** Gives keys of a fixture the values that they have in this world, and shuts the others: nobody can present what is stored then. */
function moveKeys(
  store: Store,
  { seed, world_id, home }: Pick<WorldSettings, 'seed' | 'world_id'> & { home: string },
): void {
  const own = fixtureKeys({ seed, world_id, now: 0, tenants: allTenants(store) })
  for (const key of allKeys(store)) {
    const at = own.findIndex(({ tenant_id, label }) => tenant_id === key.tenant_id && label === key.label)
    // Each value is given once: a file may say of two keys that they are the same.
    const [match] = key.plaintext === null || at === -1 ? [] : own.splice(at, 1)
    const change =
      match === undefined
        ? { hash: `of ${home}: ${key.hash}`, plaintext: null, label: `${key.label} (of world ${home})` }
        : { hash: match.hash, plaintext: match.plaintext, masked: match.masked }
    updateKey(store, key.key_id, change)
  }
}

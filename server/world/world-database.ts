import { applyFixtureKeys, mintedKey } from '../../fixtures/keys.ts'
import type { AssumptionId } from '../contract/assumptions.ts'
import { MINTED_WORD } from '../contract/constants.ts'
import { type FixtureName, isFixtureName } from '../contract/fixture-names.ts'
import type { MeasuredFact } from '../contract/measured-file.ts'
import type { Sending } from '../contract/sending.ts'
import { BY_SUBJECT } from '../domain/draws.ts'
import { hashKey, maskKey } from '../domain/tenants/tenants.ts'
import type { Forward } from '../domain/webhooks/forward.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Pace } from '../kernel/job.ts'
import { stopClock } from '../store/clock-table.ts'
import type { Fill } from '../store/draft.ts'
import { META, readMeta, removeMeta, writeMeta } from '../store/meta.ts'
import type { KeyRow } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import {
  insertForward,
  removeAssumption,
  removeForwards,
  saveAssumption,
  savedAssumptions,
} from '../store/tables/settings.ts'
import { allKeys, allTenants, updateKey } from '../store/tables/tenants.ts'
import type { VerdictSettings } from '../verdicts/settings.ts'
import { type FromFile, paceOf, withoutPins } from './file/from-file.ts'
import { readWorldFile } from './file/read.ts'
import { bringsVerdicts, forgetVerdicts, takeRun } from './kept-verdicts.ts'

/** What a world starts from. */
export interface WorldSettings {
  readonly world_id: string
  readonly seed: number
  readonly fixture: FixtureName
  /** The world file that takes the place of the fixture. */
  readonly from?: FromFile | undefined
  /** An instant freezes the clock there, unless a pace is given too. */
  readonly clock?: Instant | undefined
  readonly pace?: Pace | undefined
  /** The values have been checked. */
  readonly assumptions?: Readonly<Partial<Record<AssumptionId, unknown>>> | undefined
  readonly forwards?: readonly Forward[] | undefined
  /** How grave the rules on clients are. Checked, too. */
  readonly verdicts?: VerdictSettings | undefined
}

type Start = Omit<WorldSettings, 'world_id' | 'seed' | 'fixture' | 'from'>

/** What a new world is given; the rest is as it would be anyway. `live` follows the machine's clock. */
export type WorldStart = {
  readonly [Name in Exclude<keyof WorldSettings, 'world_id'>]?:
    | WorldSettings[Name]
    | (Name extends 'clock' ? 'live' : never)
    | undefined
}

type Measured = ReadonlyMap<AssumptionId, MeasuredFact>

/** The settings with those that were given. A world file brings its own, which go before those of the process; a fixture ends a file. */
export function withStart(settings: WorldSettings, start: WorldStart): WorldSettings {
  const { fixture = settings.fixture, forwards = settings.forwards, verdicts = settings.verdicts } = start
  const kept = start.fixture === undefined ? settings.from : undefined
  const from = start.from === undefined ? kept : { ...start.from, file: readWorldFile(start.from.file) }
  const brought = start.from === undefined ? undefined : from?.file
  const before = brought?.clock === undefined ? settings.clock : undefined
  const { seed = brought?.seed ?? settings.seed, clock = before } = start
  const { pace = (brought && paceOf(brought)) ?? settings.pace } = start
  return {
    ...settings,
    seed,
    fixture: from === undefined ? fixture : (from.file.extends ?? 'empty'),
    from: start.clock === undefined ? from : from && { ...from, file: { ...from.file, clock: undefined } },
    clock: clock === 'live' ? undefined : clock,
    pace,
    forwards,
    verdicts,
    assumptions: { ...settings.assumptions, ...start.assumptions },
  }
}

/**
 * Makes the template of a fixture, or what was made of a world file, the database of a new world, with its settings. `began` is as of when
 * the fixture was made. What was measured of the real service comes before a default, and after whatever else is said.
 */
export function furnish(settings: WorldSettings, began: Instant, measured: Measured): Fill {
  return store => {
    const { seed, world_id, assumptions = {}, from: fromFile } = settings
    const { forwards = fromFile?.file.forwards ?? [] } = settings
    if (fromFile === undefined) applyFixtureKeys(store, { seed, world_id, now: began })
    writeSettings(store, settings)
    writeMeta(store, META.began, String(began))
    writeMeta(store, META.draws, BY_SUBJECT)
    writeMeta(store, META.mints, MINTED_WORD)
    const own = new Set(savedAssumptions(store).map(({ id }) => id))
    for (const [id, { value }] of measured) if (!own.has(id)) saveAssumption(store, id, JSON.stringify(value))
    for (const [id, value] of Object.entries(assumptions)) saveAssumption(store, id, JSON.stringify(value))
    for (const { from, to } of forwards) insertForward(store, { origin: from, target: to })
  }
}

/**
 * Makes a snapshot the database of the world with these settings. A snapshot of another world loses the keys of that world, because no key
 * opens two worlds. It keeps its randomness, and so goes on as the other world would have.
 */
export function adopt(settings: WorldSettings, { foreign = false }: { foreign?: boolean } = {}): Fill {
  return store => {
    const { world_id, seed } = settings
    const home = readMeta(store, META.world_id) ?? world_id
    if (foreign) quarantine(store)
    // A redacted file has no values of keys, even for its own world; and what a file says about its world may be wrong.
    if (foreign || home !== world_id || readMeta(store, META.redacted) === 'yes') {
      // Nobody can present what is stored for keys that were issued there.
      moveKeys(store, { seed, world_id }, key => ({
        hash: `of ${home}: ${key.hash}`,
        plaintext: null,
        label: `${key.label} (of world ${home})`,
      }))
      if (home !== world_id) removeMeta(store, META.former_keys)
      const source = readMeta(store, META.randomness) ?? sourceOf({ seed, world_id: home })
      if (source === sourceOf(settings)) removeMeta(store, META.randomness)
      else writeMeta(store, META.randomness, source)
    }
    // Only a capsule shows what was said of clients elsewhere.
    if (bringsVerdicts(store)) takeRun(store)
    else forgetVerdicts(store)
    for (const name of [...Object.values(SNAPSHOT_META), META.recording, META.label]) removeMeta(store, name)
    writeSettings(store, settings)
  }
}

/** The assumption that lets deliveries reach further than this machine and its network. */
const REACH: AssumptionId = 'webhooks.reach'

/** The settings without whatever leads deliveries out, or would keep quiet about clients here. */
export function harmless<Settings extends Start & Pick<WorldSettings, 'from'>>(settings: Settings): Settings {
  const { [REACH]: _, ...assumptions } = settings.assumptions ?? {}
  const { from } = settings
  return { ...settings, forwards: [], verdicts: undefined, assumptions, from: from && harmlessFile(from) }
}

/** What somebody else's file brings opens nothing, leads no delivery out, and excuses no client. */
function harmlessFile({ name, file }: FromFile): FromFile {
  const { [REACH]: _, ...assumptions } = file.assumptions ?? {}
  return { name, file: { ...file, forwards: [], verdicts: undefined, assumptions }, pin: false }
}

/**
 * Makes somebody else's file harmless to open: its clock is frozen, it has no forwards, and deliveries go to inboxes only until somebody
 * allows more. A reset does not bring back what the file had.
 */
export const quarantine: Fill = store => {
  stopClock(store)
  removeForwards(store)
  removeAssumption(store, REACH)
  const start = JSON.parse(readMeta(store, META.start) ?? '{}') as Start
  writeMeta(store, META.start, JSON.stringify(harmless(start) satisfies Start))
  const from = fileIn(store)
  writeFile(store, from && harmlessFile(from))
  // Otherwise a file could claim requests that belong to another world.
  removeMeta(store, META.former_keys)
  writeMeta(store, META.sending, 'inbox_only' satisfies Sending)
}

/** What a snapshot says about itself. A world in use does not have these entries. */
export const SNAPSHOT_META = {
  /** When it was taken, in milliseconds of real time. */
  created_at: 'snapshot.created_at',
  /** When it was taken, in emulated time. */
  now: 'snapshot.now',
  /** `yes` for one that a restore made of what it took the place of. */
  automatic: 'snapshot.automatic',
} as const

export const sourceOf = ({ seed, world_id }: Pick<WorldSettings, 'seed' | 'world_id'>): string => `${seed}:${world_id}`

/** What the random draws of a world depend on. */
export function randomSourceOf(store: Store, settings: Pick<WorldSettings, 'seed' | 'world_id'>): string {
  return readMeta(store, META.randomness) ?? sourceOf(settings)
}

/** The settings with which a database was started. */
export function settingsIn(store: Store, world_id: string): WorldSettings {
  const fixture = readMeta(store, META.fixture) ?? ''
  const start = JSON.parse(readMeta(store, META.start) ?? '{}') as Start
  return {
    ...start,
    world_id,
    seed: Number(readMeta(store, META.seed) ?? 1),
    fixture: isFixtureName(fixture) ? fixture : 'standard',
    from: fileIn(store),
  }
}

function fileIn(store: Store): FromFile | undefined {
  const kept = readMeta(store, META.world_file)
  return kept === undefined ? undefined : (JSON.parse(kept) as FromFile)
}

function writeFile(store: Store, from: FromFile | undefined): void {
  if (from === undefined) removeMeta(store, META.world_file)
  else writeMeta(store, META.world_file, JSON.stringify(from))
}

/** Replaces the keys and secrets in the world file of a copy. A reset of that copy makes new ones. */
export const unpinFile: Fill = store => {
  const from = fileIn(store)
  writeFile(store, from && { ...from, file: withoutPins(from.file), pin: false })
}

export function writeSettings(store: Store, { world_id, seed, fixture, from, ...start }: WorldSettings): void {
  writeFile(store, from)
  writeMeta(store, META.world_id, world_id)
  writeMeta(store, META.seed, String(seed))
  writeMeta(store, META.fixture, fixture)
  writeMeta(store, META.start, JSON.stringify(start satisfies Start))
}

/** Gives keys that can be shown the values that they have in this world; what becomes of the others is up to `otherwise`. */
export function moveKeys(
  store: Store,
  { seed, world_id }: Pick<WorldSettings, 'seed' | 'world_id'>,
  otherwise: (key: KeyRow) => Partial<KeyRow>,
): void {
  const slugs = new Map(allTenants(store).map(({ tenant_id, slug }) => [tenant_id, slug]))
  const seen = new Set<string>()
  for (const key of allKeys(store)) {
    const { label, mode } = key
    const slug = slugs.get(key.tenant_id)
    // Each value is used once, because a file may say that two keys are the same.
    const isFirst = seen.size < seen.add(`${slug}:${label}`).size
    const match =
      key.plaintext === null || slug === undefined || !isFirst
        ? undefined
        : mintedKey({ seed, world_id, slug, label, mode })
    const change =
      match === undefined
        ? otherwise(key)
        : { hash: hashKey(match.plaintext), plaintext: match.plaintext, masked: maskKey(match.plaintext) }
    updateKey(store, key.key_id, change)
  }
}

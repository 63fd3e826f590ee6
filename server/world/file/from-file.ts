import { hash } from 'node:crypto'
import { DERIVED, type WorldFile } from '../../contract/world-file/world-file.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Pace } from '../../kernel/job.ts'
import { PACES, parsePace } from '../../kernel/read-pace.ts'
import { realSetImmediate } from '../../kernel/real-time.ts'
import { Store } from '../../store/store.ts'
import type { Templates } from '../templates.ts'
import type { WorldSettings } from '../world-database.ts'
import { instantOf, WANTED } from './instants.ts'
import { loadWorldFile, makersFor } from './load.ts'
import type { LoadOptions } from './loading.ts'
import { wrong } from './problems.ts'
import { readWorldFile } from './read.ts'

/** The world file of a world. */
export interface FromFile {
  /** What is shown where other worlds show the name of their fixture. */
  readonly name: string
  readonly file: WorldFile
  /** Whether the keys that stand in it open this world. */
  readonly pin: boolean
}

/** Where the clock of a world starts that is made now; `undefined` when the file leaves it to others. */
export function clockOf({ clock }: WorldFile, now: Instant): Instant | undefined {
  if (clock === undefined || clock === 'live') return undefined
  const instant = instantOf(clock, now)
  if (instant === undefined) throw wrong('clock', `Must be live, or ${WANTED}.`)
  return instant
}

/** The pace that a file asks for. An instant alone freezes the clock there. */
export function paceOf({ clock, pace }: WorldFile): Pace | undefined {
  if (pace === undefined) return clock === undefined ? undefined : clock === 'live' ? 'live' : 'frozen'
  const chosen = parsePace(pace)
  if (chosen === undefined) throw wrong('pace', `Must be ${PACES}.`)
  return chosen
}

/** The hashes of the keys that stand in a file. */
export const pinnedKeys = ({ file, pin }: FromFile): string[] =>
  (pin ? (file.tenants ?? []) : []).flatMap(({ keys = [] }) =>
    keys.flatMap(({ key = DERIVED }) => (key === DERIVED ? [] : hash('sha256', key))),
  )

/** A file without what nobody else may have: its keys and secrets are made anew. */
export const withoutPins = (file: WorldFile): WorldFile => ({
  ...file,
  tenants: file.tenants?.map(tenant => ({
    ...tenant,
    keys: tenant.keys?.map(key => ({ ...key, key: DERIVED })),
    webhooks: tenant.webhooks?.map(webhook => ({ ...webhook, secret: DERIVED })),
  })),
})

/** As of when the fixture below a file is made. */
export function beganOf({ extends_at }: WorldFile, now: Instant): Instant {
  const began = extends_at === undefined ? now : instantOf(extends_at, now)
  if (began === undefined) throw wrong('extends_at', `Must be ${WANTED}.`)
  return began
}

interface Made extends Pick<WorldSettings, 'world_id' | 'seed' | 'assumptions'> {
  readonly from: FromFile
  readonly now: Instant
  readonly measured: LoadOptions['measured']
  readonly templates: Templates
}

/**
 * The database of a world that a file describes, as bytes. It is made apart from all worlds, in steps of a few milliseconds, so a file that
 * is refused leaves nothing behind. Throws `WorldFileError`.
 */
export async function databaseOf({
  from,
  world_id,
  seed,
  assumptions = {},
  now,
  measured,
  templates,
}: Made): Promise<Buffer> {
  const { pin } = from
  const file = readWorldFile(from.file)
  const began = beganOf(file, now)
  const base = file.extends && (await templates.get({ fixture: file.extends, seed, now: began }))
  const makers = await makersFor(file, seed)
  const store = Store.open(base ?? ':memory:')
  try {
    const options = { store, file, world_id, seed, now, began, pin, assumptions, measured, makers }
    const steps = loadWorldFile(options)
    while (!store.transaction(() => steps.next().done)) await new Promise(resolve => realSetImmediate(resolve))
    return store.serialize()
  } finally {
    store.close()
  }
}

import { createHash } from 'node:crypto'
import type { WorldOptions } from '../contract/start-options.ts'
import type { EmulatorHandle } from './emulator-handle.ts'
import type { WorldHandle } from './world-handle.ts'

/** Where a test is, by what stays the same from run to run. */
export interface TestPlace {
  /** Relative to the root of the project. */
  readonly file: string
  /** The names of the suites around the test, outermost first, and its own. */
  readonly names: readonly string[]
  /** The project, for a runner with several in one run. */
  readonly project?: string | undefined
  /** 0 when it runs for the first time. */
  readonly retry: number
}

const SLUG_LENGTH = 24
const HASH_LENGTH = 10
/** Slug, hash, and a number where the name was in use. */
const NAMED = /^(.+)-[0-9a-f]{10}(-\d+)?$/

/**
 * Creates the world of a test, named after the place of the test. So its keys and ids are the same whether it runs alone, with others, or
 * in another order. A name that is in use, because two runs share an emulator, gets a number.
 */
export async function createTestWorld(
  emulator: EmulatorHandle,
  options: WorldOptions,
  place: TestPlace,
): Promise<WorldHandle> {
  if (options.world_id !== undefined) return emulator.createWorld(options)
  const name = worldNameOf(place)
  for (let number = 1; ; number++) {
    try {
      return await emulator.createWorld({ ...options, world_id: number === 1 ? name : `${name}-${number}` })
    } catch (error) {
      if ((error as { code?: string }).code !== 'world_exists') throw error
    }
  }
}

export function worldNameOf({ file, names, project = '', retry }: TestPlace): string {
  const title = names.at(-1) ?? ''
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replace(/^-|-$/g, '')
  const hash = createHash('sha256')
    .update(JSON.stringify([file, names, project, retry]))
    .digest('hex')
  return [slug || 'test', hash.slice(0, HASH_LENGTH)].join('-')
}

/** What the name of a test's world says of the test: `imports customers` of `imports-customers-4f2a91c07d`; any other id as it is. */
export function wordsOfWorld(world_id: string): string {
  const [, slug, number] = NAMED.exec(world_id) ?? []
  if (slug === undefined) return world_id
  return `${slug.replaceAll('-', ' ')}${number === undefined ? '' : ` (${number.slice(1)})`}`
}

/** The command that runs one test again, written for a POSIX shell and for PowerShell, as far as its name allows. */
export function reproduceLine({ file, names, project }: TestPlace, world: WorldHandle): string {
  // Vitest 5 joins the names that it matches with " > ", earlier versions with a space.
  const pattern = names.map(name => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join(' (> )?')
  const quoted = pattern.replace(/["`$\\]/g, '\\$&')
  const parts = ['vitest run', file, project ? `--project ${project}` : '', `-t "${quoted}"`]
  return `reproduce: ${parts.filter(part => part !== '').join(' ')}  (world ${world.id}, seed ${world.view.seed})`
}

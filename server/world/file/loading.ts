import type { Teams } from '../../../fixtures/teams.ts'
import type { AssumptionId } from '../../contract/assumptions.ts'
import { shown } from '../../contract/shown.ts'
import type { TenantInFile, WorldFile } from '../../contract/world-file/world-file.ts'
import { Register } from '../../domain/register.ts'
import { Tenants } from '../../domain/tenants/tenants.ts'
import { type Problem, Problems } from '../../domain/validation/problem.ts'
import { type Instant, toIso } from '../../kernel/instant.ts'
import { Randomness } from '../../kernel/random.ts'
import type { TenantRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { FileRows } from '../../store/tables/file-rows.ts'
import { instantOf, WANTED } from './instants.ts'

/** What makes rows that a file only counts. It loads faker, so only files that count rows have it. */
export interface RowMakers {
  /** For patterns that are made each by itself. */
  readonly patterns?: typeof import('../../../fixtures/patterns.ts')
  /** For those that are made together. */
  readonly teams?: Teams
}

export interface LoadOptions {
  readonly store: Store
  readonly file: WorldFile
  readonly world_id: string
  readonly seed: number
  /** Where the clock starts. */
  readonly now: Instant
  /** As of when the fixture is made. */
  readonly began: Instant
  /** Whether keys that stand in the file get their values. */
  readonly pin: boolean
  /** Assumptions that go before those of the file. */
  readonly assumptions: Readonly<Partial<Record<AssumptionId, unknown>>>
  /** What was measured of the real service, in place of defaults. */
  readonly measured: ReadonlyMap<AssumptionId, { readonly value: unknown }>
  readonly makers: RowMakers
}

/** A tenant of the file, with its row. */
export interface LoadedTenant {
  readonly path: string
  readonly tenant: TenantInFile
  readonly row: TenantRow
  /** Whether the file brings it, and no fixture. */
  readonly isNew: boolean
}

/** What the parts of a load share. Problems are collected, so that somebody who writes a file sees more than one at a time. */
export class Loading {
  readonly problems = new Problems()
  readonly options: LoadOptions
  readonly rows: FileRows
  readonly register: Register
  readonly tenants: Tenants
  /** The source of ids and of what is minted, as the world itself has it. */
  readonly identity: Randomness

  constructor(options: LoadOptions) {
    this.options = options
    this.rows = new FileRows(options.store)
    this.register = new Register(options.store)
    this.tenants = new Tenants(options.store)
    this.identity = new Randomness(`${options.seed}:${options.world_id}`)
  }

  wrong(path: string, message: string): void {
    this.problems.add(path, message)
  }

  wrongIn(path: string, problem: Problem): void {
    this.problems.addAll(path, problem)
  }

  /** The instant that a text means; `undefined` without a text, and for one that means none. */
  when(path: string, text: string | null | undefined): Instant | undefined {
    if (text === undefined || text === null) return undefined
    const instant = instantOf(text, this.options.now)
    if (instant === undefined) this.wrong(path, `Must be ${WANTED}; got ${shown(text)}.`)
    return instant
  }

  /** The same for something that has happened. */
  past(path: string, text: string | null | undefined): Instant | undefined {
    const instant = this.when(path, text)
    if (instant === undefined || instant <= this.options.now) return instant
    this.wrong(
      path,
      `Must not be later than the clock, which starts at ${toIso(this.options.now)}; got ${shown(text)}.`,
    )
    return undefined
  }

  /** The bounds of a pattern. */
  between(
    path: string,
    given: readonly [string, string] | undefined,
    otherwise: readonly [string, string],
  ): { from: Instant; to: Instant } | undefined {
    const [first, last] = given ?? otherwise
    const from = this.past(`${path}.between.0`, first)
    const to = this.past(`${path}.between.1`, last)
    if (from === undefined || to === undefined) return undefined
    if (from <= to) return { from, to }
    this.wrong(`${path}.between`, `Must begin before it ends; got ${shown(first)} and ${shown(last)}.`)
    return undefined
  }
}

/** Numbers for draws that differ from one pattern to the next. */
export const seedsOf = (...names: (number | string)[]): number[] =>
  names.map(name => (typeof name === 'number' ? name : new Randomness(name).integer('seed', 0, 2 ** 32 - 1)))

import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { FilterValues } from '../../contract/lists.ts'
import type { Instant } from '../../kernel/instant.ts'
import { countFacets, type FacetCounts } from '../facets.ts'
import { type Clauses, is, type Newest, narrow, newest, restsOn, within } from '../narrow.ts'
import { Remembered, Sequence } from '../remembered.ts'
import type { CallRow, Schema } from '../schema.ts'
import type { Insert, PreparedQuery, Store } from '../store.ts'
import { beginsId, CALL_ID_BEGINS } from './begins-id.ts'
import { hasCustomerNamed } from './customers.ts'
import { DIGITS, isInNumber, isShownAs, numbersMeant, SHOWN_NUMBER } from './phone-numbers.ts'

const CLAUSES = {
  staff_id: is('staff_id'),
  project_id: is('project_id'),
  status: is('status'),
  call_type: is('call_type'),
  external_id: is('external_id'),
} satisfies Partial<Clauses<'calls', FilterValues<'calls'>>>

interface CallPage {
  /** One value each. */
  readonly filters: { readonly [Name in keyof typeof CLAUSES]?: string | number | undefined }
  readonly tenant_id: number
  readonly from: Instant
  readonly until: Instant
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

export class CallTable {
  readonly #store: Store
  readonly #insert: Insert<CallRow>
  /** By id, because each step of a call looks it up. */
  readonly #rows: Remembered<string, CallRow>
  readonly #seq: Sequence
  readonly #newestTo: PreparedQuery<{ tenant_id: number; phone_number: string }, { last: number | null }>
  readonly #taken: PreparedQuery<{ tenant_id: number; external_id: string }, { call_seq: number }>
  /** Everything that changes except the start, which is also in an index. */
  readonly #update: PreparedQuery<CallRow, unknown>
  readonly #updateStart: PreparedQuery<CallRow, unknown>

  constructor(store: Store) {
    this.#store = store
    const { query } = store
    this.#insert = store.insertInto('calls')
    const byId = store.prepare<{ call_id: string }, CallRow>(p =>
      query.selectFrom('calls').selectAll().where('call_id', '=', p('call_id')),
    )
    this.#rows = new Remembered(store, call_id => byId.get({ call_id }))
    const last = query.selectFrom('calls').select(row => row.fn.max('call_seq').as('seq'))
    this.#seq = new Sequence(store, () => store.get(last)?.seq ?? 0)
    this.#update = store.prepare(p =>
      query
        .updateTable('calls')
        .set({
          status: p('status'),
          connected_at: p('connected_at'),
          ended_at: p('ended_at'),
          duration_seconds: p('duration_seconds'),
          ai_ready_at: p('ai_ready_at'),
          ai_ready_nth: p('ai_ready_nth'),
          steps: p('steps'),
          assumptions: p('assumptions'),
        })
        .where('call_seq', '=', p('call_seq')),
    )
    this.#updateStart = store.prepare(p =>
      query
        .updateTable('calls')
        .set({ started_at: p('started_at') })
        .where('call_seq', '=', p('call_seq')),
    )
    this.#newestTo = store.prepare(p =>
      query
        .selectFrom('calls')
        .select(row => row.fn.max('occurrence').as('last'))
        .where('tenant_id', '=', p('tenant_id'))
        .where('phone_number', '=', p('phone_number'))
        .where('external_id', 'is', null)
        .where('occurrence', 'is not', null),
    )
    this.#taken = store.prepare(p =>
      query
        .selectFrom('calls')
        .select('call_seq')
        .where('tenant_id', '=', p('tenant_id'))
        .where('external_id', '=', p('external_id')),
    )
  }

  find(call_id: string): CallRow | undefined {
    return this.#rows.get(call_id)
  }

  has(tenant_id: number, external_id: string): boolean {
    return this.#taken.get({ tenant_id, external_id }) !== undefined
  }

  nextSeq(): number {
    return this.#seq.next()
  }

  /** How many numbered calls of a tenant to a number have this external_id. A call with an external_id is the only one. */
  occurrences(call: Pick<CallRow, 'tenant_id' | 'phone_number' | 'external_id'>): number {
    if (call.external_id !== null) return 0
    return (this.#newestTo.get(call)?.last ?? -1) + 1
  }

  insert(row: CallRow): void {
    this.#insert.run(row)
    this.#rows.put(row.call_id, row)
  }

  /** Writes what has changed in a call since `before`. */
  update(row: CallRow, before: CallRow): void {
    this.#update.run(row)
    this.#rows.put(row.call_id, row)
    if (row.started_at !== before.started_at) this.#updateStart.run(row)
  }

  /** A page of a tenant's calls that started in [`from`, `until`), and how many there are in all. */
  page(page: CallPage): { rows: CallRow[]; total: number } {
    const { query } = this.#store
    const { tenant_id, from, until, direction, limit, offset } = page
    const matching = <Output>(calls: SelectQueryBuilder<Schema, 'calls', Output>) =>
      narrow(
        calls.where('tenant_id', '=', tenant_id).where('started_at', '>=', from).where('started_at', '<', until),
        CLAUSES,
        page.filters,
      )
    const total = matching(query.selectFrom('calls').select(row => row.fn.countAll<number>().as('total')))
    // The ids of the page come from the index alone, so a late page does not read the rows of earlier pages.
    const ids = matching(query.selectFrom('calls').select('call_seq'))
      .orderBy('started_at', direction)
      .orderBy('call_seq', direction)
      .limit(limit)
      .offset(offset)
    const rows = query.selectFrom('calls').selectAll().where('call_seq', 'in', ids)
    return {
      rows: this.#store.all(rows.orderBy('started_at', direction).orderBy('call_seq', direction)),
      total: this.#store.get(total)?.total ?? 0,
    }
  }
}

/** Whether a text is in the name of a staff member; between the parts of a name there may be a space of another width, or none. */
const isInName = (text: string) =>
  sql<boolean>`instr(${withoutSpaces(sql`lower(staff.name)`)}, ${text.toLowerCase().replace(/\s/g, '')}) > 0`
const withoutSpaces = (text: RawBuilder<unknown>) => sql`replace(replace(${text}, ' ', ''), '　', '')`

const LIST_CLAUSES: Clauses<'calls', FilterValues<'calls'>> = {
  ...CLAUSES,
  tenant: is('tenant_id'),
  phone_number: (row, number) => {
    const [, head, tail] = SHOWN_NUMBER.exec(String(number)) ?? []
    if (head === undefined || tail === undefined) {
      // However it was written when the call was placed, it is the number of one person.
      const meant = numbersMeant(String(number))
      return row.or([
        row('phone_number', '=', String(number)),
        ...(meant.length === 0 ? [] : [sql<boolean>`${DIGITS} IN (${sql.join(meant)})`]),
      ])
    }
    return isShownAs(head, tail)
  },
  assumption: restsOn('assumptions'),
  q: (row, typed) => {
    // A Japanese keyboard gives letters, digits and hyphens of full width.
    const text = typed.normalize('NFKC').toLowerCase()
    const has = (column: string, part: string) => sql<boolean>`instr(lower(${sql.ref(column)}), ${part}) > 0`
    return row.or([
      beginsId('call_id', text, CALL_ID_BEGINS),
      beginsId('request_id', text),
      has('external_id', typed.toLowerCase()),
      has('external_id', text),
      isInNumber(typed),
      row('staff_id', 'in', row.selectFrom('staff').select('staff.staff_id').where(isInName(text))),
      hasCustomerNamed(typed),
    ])
  },
  within: within('initiated_at'),
}

/** Calls of all tenants, newest first. */
export function newestCalls(store: Store, filters: FilterValues<'calls'>, page: Newest): CallRow[] {
  return store.all(newest(narrow(store.query.selectFrom('calls').selectAll(), LIST_CLAUSES, filters), 'call_seq', page))
}

export function callFacets(store: Store, filters: FilterValues<'calls'>): FacetCounts {
  const columns = { status: 'status', call_type: 'call_type', tenant: 'tenant_id', staff_id: 'staff_id' } as const
  return countFacets(store, { rows: store.query.selectFrom('calls'), clauses: LIST_CLAUSES, filters, columns })
}

/** The names of some staff members by their ids. */
export function staffNames(store: Store, staff_ids: readonly number[]): { [staff_id: string]: string } {
  const staff = store.query.selectFrom('staff').select(['staff_id', 'name'])
  const rows = store.all(
    staff.where(sql<boolean>`staff_id IN (SELECT value FROM json_each(${JSON.stringify(staff_ids)}))`),
  )
  return Object.fromEntries(rows.map(({ staff_id, name }) => [staff_id, name]))
}

/** The numbers of some calls by their ids. */
export function phoneNumbersOf(store: Store, call_ids: readonly string[]): ReadonlyMap<string, string> {
  if (call_ids.length === 0) return new Map()
  const calls = store.query.selectFrom('calls').select(['call_id', 'phone_number'])
  const rows = store.all(
    calls.where(sql<boolean>`call_id IN (SELECT value FROM json_each(${JSON.stringify(call_ids)}))`),
  )
  return new Map(rows.map(({ call_id, phone_number }) => [call_id, phone_number]))
}

/** Ids of the calls that an exchange has placed. */
export function callsOfRequest(store: Store, request_id: string): string[] {
  const calls = store.query.selectFrom('calls').select('call_id').where('request_id', '=', request_id)
  return store.all(calls).map(({ call_id }) => call_id)
}

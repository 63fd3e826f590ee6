import { type RawBuilder, sql } from 'kysely'
import { PAGE_SIZE } from '../../contract/constants.ts'
import type { ReportPeriod } from '../../contract/requests.ts'
import { DAY, type Duration, dateIn, type Instant, SECOND } from '../../kernel/instant.ts'
import type { Store } from '../../store/store.ts'
import { type PageOf, pageOffset } from '../page.ts'
import type { Register } from '../register.ts'
import { periodOf, periodsOf } from './periods.ts'

/** Instants [`from`, `until`) and the zone whose calendar cut them. */
export interface ReportRange {
  readonly from: Instant
  readonly until: Instant
  readonly zoneOffset: Duration
}

export interface Totals {
  total_calls: number
  connected_calls: number
  average_duration_seconds: number
  success_rate: number
}

export interface CallsRecord {
  date: string
  staff_id: number
  status: string
  call_count: number
  total_duration_seconds: number
  average_duration_seconds: number
}

export interface UsersRecord {
  staff_id: number
  staff_name: string
  call_count: number
  connected_count: number
  total_duration_seconds: number
  average_duration_seconds: number
  talk_ratio: number
}

interface DayRow {
  day: number
  calls: number
  connected: number
  connected_seconds: number
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals))
const ratio = (part: number, whole: number, decimals: number) => (whole === 0 ? 0 : round(part / whole, decimals))

/** Statistics over a tenant's calls, always computed from the calls themselves (spec: Report). */
export class Reports {
  readonly #store: Store
  readonly #register: Register

  constructor(parts: { store: Store; register: Register }) {
    this.#store = parts.store
    this.#register = parts.register
  }

  /** Totals of the range and of each of its periods; periods without calls are listed with zeros. */
  summary(
    tenant_id: number,
    range: ReportRange,
    kind: ReportPeriod,
  ): { totals: Totals; periods: ({ period: string } & Totals)[] } {
    const days = this.#store.all(
      this.#calls(tenant_id, range)
        .select([
          dayOf(range.zoneOffset).as('day'),
          sql<number>`count(*)`.as('calls'),
          sql<number>`count(*) filter (where status = 'connected')`.as('connected'),
          sql<number>`coalesce(sum(duration_seconds) filter (where status = 'connected'), 0)`.as('connected_seconds'),
        ])
        .groupBy('day'),
    )
    const periods = new Map(periodsOf(range, kind).map(period => [period, { calls: 0, connected: 0, seconds: 0 }]))
    const all = { calls: 0, connected: 0, seconds: 0 }
    for (const day of days as DayRow[]) {
      const period = periods.get(periodOf(dateIn(day.day * DAY, 0), kind))
      for (const sum of period ? [period, all] : [all]) {
        sum.calls += day.calls
        sum.connected += day.connected
        sum.seconds += day.connected_seconds
      }
    }
    return {
      totals: totals(all),
      periods: [...periods].map(([period, sum]) => ({ period, ...totals(sum) })),
    }
  }

  /** One record for each day, status and staff member that has calls. */
  calls(
    tenant_id: number,
    range: ReportRange,
    filters: { staff_id?: number; status?: string },
    page: number,
  ): PageOf<CallsRecord> {
    let query = this.#calls(tenant_id, range)
    if (filters.staff_id !== undefined) query = query.where('staff_id', '=', filters.staff_id)
    if (filters.status !== undefined) query = query.where('status', '=', filters.status as never)
    const groups = query
      .select([
        dayOf(range.zoneOffset).as('day'),
        'staff_id',
        'status',
        sql<number>`count(*)`.as('call_count'),
        sql<number>`coalesce(sum(duration_seconds), 0)`.as('total_duration_seconds'),
        sql<number>`count(duration_seconds)`.as('ended'),
        sql<number>`count(*) over ()`.as('total'),
      ])
      .groupBy(['day', 'staff_id', 'status'])
      .orderBy('day')
      .orderBy('staff_id')
      .orderBy('status')
    const rows = this.#store.all(groups.limit(PAGE_SIZE).offset(pageOffset(page)))
    const total = rows[0]?.total ?? (page > 1 ? (this.#store.get(groups.limit(1))?.total ?? 0) : 0)
    return {
      rows: rows.map(row => ({
        date: dateIn(row.day * DAY, 0),
        staff_id: row.staff_id,
        status: row.status,
        call_count: row.call_count,
        total_duration_seconds: row.total_duration_seconds,
        average_duration_seconds: ratio(row.total_duration_seconds, row.ended, 1),
      })),
      page,
      total,
    }
  }

  /** One record for each staff member of the tenant, those without calls included. */
  users(tenant_id: number, range: ReportRange, page: number): PageOf<UsersRecord> {
    const { query } = this.#store
    const figures = this.#store.all(
      this.#calls(tenant_id, range)
        .select([
          'staff_id',
          sql<number>`count(*)`.as('calls'),
          sql<number>`count(*) filter (where status = 'connected')`.as('connected'),
          sql<number>`coalesce(sum(duration_seconds), 0)`.as('seconds'),
          sql<number>`count(duration_seconds)`.as('ended'),
          sql<number>`coalesce(sum(ended_at - connected_at), 0)`.as('talk_milliseconds'),
        ])
        .groupBy('staff_id'),
    )
    const byStaff = new Map(figures.map(row => [row.staff_id, row]))
    const staff = this.#store.all(
      query
        .selectFrom('staff')
        .selectAll()
        .where('tenant_id', '=', tenant_id)
        .orderBy('staff_id')
        .limit(PAGE_SIZE)
        .offset(pageOffset(page)),
    )
    const total = this.#store.get(
      query
        .selectFrom('staff')
        .select(row => row.fn.countAll<number>().as('total'))
        .where('tenant_id', '=', tenant_id),
    )
    return {
      rows: staff.map(({ staff_id, name }) => {
        const row = byStaff.get(staff_id)
        return {
          staff_id,
          staff_name: name,
          call_count: row?.calls ?? 0,
          connected_count: row?.connected ?? 0,
          total_duration_seconds: row?.seconds ?? 0,
          average_duration_seconds: ratio(row?.seconds ?? 0, row?.ended ?? 0, 1),
          talk_ratio: Math.min(1, ratio((row?.talk_milliseconds ?? 0) / SECOND, row?.seconds ?? 0, 4)),
        }
      }),
      page,
      total: total?.total ?? 0,
    }
  }

  #calls(tenant_id: number, range: ReportRange) {
    const counted = this.#register.get('reports.unfinished_calls') === 'counted'
    const calls = this.#store.query
      .selectFrom('calls')
      .where('tenant_id', '=', tenant_id)
      .where('started_at', '>=', range.from)
      .where('started_at', '<', range.until)
    return counted ? calls : calls.where('ended_at', 'is not', null)
  }
}

function dayOf(zoneOffset: Duration): RawBuilder<number> {
  return sql<number>`(started_at + ${sql.lit(zoneOffset)}) / ${sql.lit(DAY)}`
}

function totals({ calls, connected, seconds }: { calls: number; connected: number; seconds: number }): Totals {
  return {
    total_calls: calls,
    connected_calls: connected,
    average_duration_seconds: ratio(seconds, connected, 1),
    success_rate: ratio(connected, calls, 4),
  }
}

import type { ReportPeriod } from '../../contract/requests.ts'
import { DAY, type Duration, dateIn, type Instant, SECOND } from '../../kernel/instant.ts'
import type { Store } from '../../store/store.ts'
import { type CallScope, callsByDay, callsByGroup, callsByStaff } from '../../store/tables/call-statistics.ts'
import { pageOfStaff } from '../../store/tables/tenants.ts'
import { type PageOf, pageRange } from '../page.ts'
import type { Register } from '../register.ts'
import { periodNames, periodsOf, type Weeks } from './periods.ts'

/** Instants [`from`, `until`), and the zone of the calendar by which they were chosen. */
interface ReportRange {
  readonly from: Instant
  readonly until: Instant
  readonly zoneOffset: Duration
}

export interface Totals {
  total_calls: number
  connected_calls: number
  average_duration_seconds: number | null
  success_rate: number | null
}

export interface CallsRecord {
  date: string
  staff_id: number
  status: string
  call_count: number
  total_duration_seconds: number
  average_duration_seconds: number | null
}

export interface UsersRecord {
  staff_id: number
  staff_name: string
  call_count: number
  connected_count: number
  total_duration_seconds: number
  average_duration_seconds: number | null
  talk_ratio: number | null
}

/** Statistics on a tenant's calls, always computed from the calls themselves (contract/README.md#report). */
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
    const days = callsByDay(this.#store, this.#scope(tenant_id, range))
    const nameOf = periodNames(kind, range, this.#weeks(kind))
    const periods = new Map(periodsOf(range, nameOf).map(period => [period, { ...NO_CALLS }]))
    const all = { ...NO_CALLS }
    for (const day of days) {
      const period = periods.get(nameOf(dateIn(day.day * DAY, 0)))
      for (const sum of period ? [period, all] : [all]) {
        sum.calls += day.calls
        sum.connected += day.connected
        sum.averaged += day.averaged
        sum.averaged_seconds += day.averaged_seconds
      }
    }
    return {
      totals: this.#totals(all),
      periods: [...periods].map(([period, sum]) => ({ period, ...this.#totals(sum) })),
    }
  }

  /** One record for each day, status and staff member that has calls. */
  calls(
    tenant_id: number,
    range: ReportRange,
    filters: { staff_id?: number; status?: string },
    page: number,
  ): PageOf<CallsRecord> {
    const scope = { ...this.#scope(tenant_id, range), ...filters }
    const rows = callsByGroup(this.#store, scope, pageRange(page))
    const total = rows[0]?.total ?? (page > 1 ? (callsByGroup(this.#store, scope, FIRST_ROW)[0]?.total ?? 0) : 0)
    return {
      rows: rows.map(row => ({
        date: dateIn(row.day * DAY, 0),
        staff_id: row.staff_id,
        status: row.status,
        call_count: row.call_count,
        total_duration_seconds: row.total_duration_seconds,
        average_duration_seconds: this.#ratio(row.averaged_seconds, row.averaged, 1),
      })),
      page,
      total,
    }
  }

  /** One record for each staff member of the tenant, those without calls included. */
  users(tenant_id: number, range: ReportRange, page: number): PageOf<UsersRecord> {
    const figures = callsByStaff(this.#store, this.#scope(tenant_id, range))
    const ofAll = this.#register.get('reports.talk_ratio') === 'of_all_calls'
    const byStaff = new Map(figures.map(row => [row.staff_id, row]))
    const staff = pageOfStaff(this.#store, tenant_id, pageRange(page))
    return {
      rows: staff.rows.map(({ staff_id, name }) => {
        const row = byStaff.get(staff_id)
        const talked = (row?.talk_milliseconds ?? 0) / SECOND
        const length = (ofAll ? row?.seconds : row?.connected_seconds) ?? 0
        return {
          staff_id,
          staff_name: name,
          call_count: row?.calls ?? 0,
          connected_count: row?.connected ?? 0,
          total_duration_seconds: row?.seconds ?? 0,
          average_duration_seconds: this.#ratio(row?.averaged_seconds ?? 0, row?.averaged ?? 0, 1),
          talk_ratio: this.#ratio(Math.min(talked, length), length, 4),
        }
      }),
      page,
      total: staff.total,
    }
  }

  /** A quotient, or what the register gives when there is nothing to divide by (assumption `reports.empty_averages`). */
  #ratio(part: number, whole: number, decimals: number): number | null {
    if (whole !== 0) return Number((part / whole).toFixed(decimals))
    return this.#register.get('reports.empty_averages') === 'zero' ? 0 : null
  }

  #totals({ calls, connected, averaged, averaged_seconds }: typeof NO_CALLS): Totals {
    return {
      total_calls: calls,
      connected_calls: connected,
      average_duration_seconds: this.#ratio(averaged_seconds, averaged, 1),
      success_rate: this.#ratio(connected, calls, 4),
    }
  }

  /** The guesses about weeks are noted only where weeks occur. */
  #weeks(kind: ReportPeriod): Weeks {
    const { get, values } = this.#register
    if (kind !== 'week') return { starts: values['reports.week_starts'], name: values['reports.week_name'] }
    return { starts: get('reports.week_starts'), name: get('reports.week_name') }
  }

  #scope(tenant_id: number, range: ReportRange): CallScope {
    const { get, note } = this.#register
    // The day and the length of a call depend on what its start is.
    note('calls.started_at')
    return {
      tenant_id,
      ...range,
      dayOf: get('reports.day_of_call'),
      unfinished: get('reports.unfinished_calls'),
      averageOver: get('reports.average_over'),
    }
  }
}

const NO_CALLS = { calls: 0, connected: 0, averaged: 0, averaged_seconds: 0 }
/** One row is enough to learn the number of all. */
const FIRST_ROW = { limit: 1, offset: 0 }

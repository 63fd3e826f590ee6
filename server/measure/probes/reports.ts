import type { Json } from '../../contract/assumption-entry.ts'
import { ASSUMPTIONS } from '../../contract/assumptions.ts'
import { DAY, startOfDate } from '../../kernel/instant.ts'
import { type Exchange, isAccepted, isObject, isRefused, objectIn, pagingOf, rowsIn, told } from '../exchange.ts'
import { dayOf } from '../known.ts'
import type { Probe, ProbesOf, Reading, Sight } from '../probe.ts'
import { type Seen, sameAs, sights } from '../seen.ts'

const BUSY = ['busy', 'busy2']
const ofDays = (...kinds: string[]) => [
  'calls_month',
  'calls_month_end',
  ...BUSY.flatMap(day => kinds.map(kind => `${kind}_of_${day}`)),
]
const WEEKS = ['summary_weeks', 'summary_weeks_2', 'summary_weeks_3']
const WEEKDAY = { 0: 'sunday', 1: 'monday' } as { readonly [day: number]: string }

type Row = { readonly [name: string]: Json }
const keysAre = (row: unknown, names: readonly string[]) =>
  isObject(row) && Object.keys(row).sort().join() === [...names].sort().join()

/** The calls of a day with what a report says of them; only of a day that is on one page and over. */
function* days(seen: Seen, kind: string): Generator<{ calls: readonly Row[]; report: Exchange }> {
  for (const day of BUSY) {
    const [list] = seen.step(`calls_of_${day}`).filter(isAccepted)
    const [report] = seen.step(`${kind}_of_${day}`).filter(isAccepted)
    if (list === undefined || report === undefined || pagingOf(list)?.last_page !== 1) continue
    const calls = rowsIn(list)
    // A report may count a call over midnight on its other day.
    if (calls.some(row => dayOf(row.started_at)[0] !== dayOf(row.ended_at)[0])) continue
    if (calls.length > 0 && calls.every(({ ended_at }) => ended_at !== null)) yield { calls, report }
  }
}

const total = (calls: readonly Row[]) => calls.reduce((sum, { duration_seconds: seconds }) => sum + Number(seconds), 0)
const connectedIn = (calls: readonly Row[]) => calls.filter(({ status }) => status === 'connected')
const totalsOf = (exchange: Exchange): Row | undefined => {
  const totals = objectIn(exchange)?.totals
  return isObject(totals) ? totals : undefined
}
const periodsOf = (exchange: Exchange): readonly Row[] => {
  const periods = objectIn(exchange)?.periods
  return Array.isArray(periods) ? periods.filter(isObject) : []
}
/** Calls that ended on another day than that of their beginning; nothing while the calendar of the service is not known. */
function callsOverMidnight(seen: Seen): readonly { readonly from: string; readonly to: string }[] {
  const [zone] = ZONE.read(seen) ?? []
  if (zone?.value === undefined) return []
  const offset = zone.value === 'UTC' ? 0 : undefined
  const rows = seen.of('GET /calls').flatMap(rowsIn)
  const distinct = new Map(rows.map(row => [String(row.call_id), row]))
  return [...distinct.values()].flatMap(row => {
    const [from, to] = [dayOf(row.started_at, offset)[0], dayOf(row.ended_at, offset)[0]]
    return from === undefined || to === undefined || from === to ? [] : [{ from, to }]
  })
}

const someOf = (found: readonly Sight[]): Reading => (found.length === 0 ? undefined : found)
const near = (one: number, other: number) => Math.abs(one - other) <= 0.051

const ZONE: Probe = {
  class: '0',
  needs: ['early_hours'],
  send: ['tokyo_oldest', 'utc_oldest'],
  read: seen => {
    if (!seen.step('tokyo_oldest').some(isAccepted)) return undefined
    return seen.accepts(['utc_oldest'], { accepted: 'UTC', refused: 'Asia/Tokyo' })
  },
}

export const DATES: ProbesOf<'dates'> = {
  'dates.zone': ZONE,
  'dates.range_counting': {
    class: '0',
    send: ['range_both_ends', 'range_difference', 'range_beyond'],
    read: seen => {
      const bounded = seen.step('range_both_ends').some(isAccepted) && seen.step('range_beyond').some(isRefused)
      return bounded ? seen.accepts(['range_difference'], { accepted: 'difference', refused: 'inclusive' }) : undefined
    },
  },
  'dates.future': choice(['future_day', 'future_end'], { accepted: 'accept', refused: 'reject' }),
  'dates.format': choice(['instants'], { accepted: 'date_or_instant', refused: 'date' }),
  'dates.from_after_to': {
    class: '0',
    send: ['count_1_invalid', 'swapped'],
    read: seen => {
      const [invalid] = seen.step('count_1_invalid')
      return seen.each(['swapped'], exchange => (sameAs(exchange, invalid) ? 422 : undefined))
    },
  },
}

function choice(send: readonly string[], values: { accepted: string; refused: string }): Probe {
  return { class: '0', send, read: seen => seen.accepts(send, values) }
}

/** Whether all records of a report have the registered fields. */
function shape(id: 'reports.calls_shape' | 'reports.users_shape', endpoint: string, steps: readonly string[]): Probe {
  const fields = ASSUMPTIONS[id].default
  return {
    class: '0',
    send: steps,
    read: seen =>
      sights(
        seen.of(endpoint).filter(exchange => rowsIn(exchange).length > 0),
        exchange => (rowsIn(exchange).every(row => keysAre(row, fields)) ? fields : undefined),
      ),
  }
}

const SUMMARY = ASSUMPTIONS['reports.summary_shape'].default

export const REPORTS: ProbesOf<'reports'> = {
  'reports.summary_shape': {
    class: '0',
    send: ['summary_days', 'summary_weeks'],
    read: seen =>
      sights(seen.of('GET /reports/summary'), exchange =>
        keysAre(totalsOf(exchange), SUMMARY.totals) && periodsOf(exchange).every(row => keysAre(row, SUMMARY.periods))
          ? SUMMARY
          : undefined,
      ),
  },
  'reports.calls_shape': shape('reports.calls_shape', 'GET /reports/calls', ofDays('report')),
  'reports.users_shape': shape('reports.users_shape', 'GET /reports/users', ofDays('users')),
  'reports.average_over': {
    class: '0',
    send: ofDays('calls', 'summary'),
    read: seen => {
      const found = [...days(seen, 'summary')].flatMap(({ calls, report }): Sight[] => {
        const connected = connectedIn(calls)
        const average = Number(totalsOf(report)?.average_duration_seconds)
        const [all, some] = [total(calls) / calls.length, total(connected) / connected.length]
        if (connected.length === 0 || near(all, some)) return []
        const value = near(average, all) ? 'ended_calls' : near(average, some) ? 'ended_connected_calls' : undefined
        const evidence = `${told(report)}: ${average} s; of all calls ${all.toFixed(1)}, of connected ones ${some.toFixed(1)}`
        return [{ value, evidence }]
      })
      return someOf(found)
    },
  },
  'reports.talk_ratio': {
    class: '0',
    send: ofDays('calls', 'users'),
    read: seen => {
      const found = [...days(seen, 'users')].flatMap(({ calls, report }) =>
        rowsIn(report).flatMap((row): Sight[] => {
          const own = calls.filter(({ staff_id }) => staff_id === row.staff_id)
          const share = total(connectedIn(own)) / total(own)
          // Nobody talks for longer than the connected calls last, so a higher ratio is not of all calls. Below that, only a share that
          // ringing alone cannot explain tells.
          if (!(share > 0 && share <= 0.6)) return []
          const ratio = Number(row.talk_ratio)
          const value = ratio > share + 0.0001 ? 'of_connected_calls' : 'of_all_calls'
          return [
            {
              value,
              evidence: `${told(report)}: ${ratio}; connected calls are ${share.toFixed(4)} of the length of all`,
            },
          ]
        }),
      )
      return someOf(found)
    },
  },
  'reports.empty_averages': {
    class: '0',
    send: ['summary_days'],
    read: seen => {
      const empty = seen.of('GET /reports/summary').flatMap(exchange =>
        periodsOf(exchange)
          .filter(({ total_calls }) => total_calls === 0)
          .map(row => ({ row, exchange })),
      )
      return someOf(
        empty.map(({ row, exchange }): Sight => {
          const figures = [row.average_duration_seconds, row.success_rate]
          const value = figures.every(figure => figure === 0)
            ? 'zero'
            : figures.every(figure => figure === null)
              ? 'null'
              : undefined
          return { value, evidence: `${told(exchange)}: ${String(row.period)} has no calls, ${figures.join(' and ')}` }
        }),
      )
    },
  },
  'reports.day_of_call': {
    class: '0',
    needs: ['early_hours'],
    send: [
      'calls_month',
      'calls_month_end',
      ...ZONE.send,
      ...['night', 'nightNext'].flatMap(day => [`calls_of_${day}`, `summary_of_${day}`]),
    ],
    least: 1,
    read: seen => {
      const over = callsOverMidnight(seen)
      const days = ['night', 'nightNext'].flatMap(day => {
        const [list] = seen.step(`calls_of_${day}`).filter(isAccepted)
        const [summary] = seen.step(`summary_of_${day}`).filter(isAccepted)
        const date = /from=([\d-]+)/.exec(list?.query ?? '')?.[1]
        const [listed, counted] = [list && pagingOf(list)?.total, summary && totalsOf(summary)?.total_calls]
        if (typeof listed !== 'number' || typeof counted !== 'number') return []
        const expected = over.filter(({ to }) => to === date).length - over.filter(({ from }) => from === date).length
        return [{ difference: counted - listed, expected }]
      })
      // Calls that leave a day and calls that come into it may make up for each other.
      if (days.length < 2 || days.every(({ expected }) => expected === 0)) return undefined
      const value = days.every(({ difference }) => difference === 0)
        ? 'start'
        : days.every(({ difference, expected }) => difference === expected)
          ? 'end'
          : undefined
      const differences = days.map(({ difference }) => difference).join(', then ')
      return [{ value, evidence: `with calls over midnight the report differs from the list by ${differences}` }]
    },
  },
  'reports.week_starts': {
    class: '0',
    send: WEEKS,
    read: seen =>
      seen.each(WEEKS, exchange => {
        const second = periodsOf(exchange)[1]?.period
        const day = typeof second === 'string' ? startOfDate(second, 0) : undefined
        return day === undefined ? undefined : WEEKDAY[new Date(day).getUTCDay()]
      }),
  },
  'reports.week_name': {
    class: '0',
    send: WEEKS,
    read: seen => {
      const found = seen.step(...WEEKS).flatMap((exchange): Sight[] => {
        const from = /from=([\d-]+)/.exec(exchange.query)?.[1] ?? ''
        const [first, second] = periodsOf(exchange).map(({ period }) => String(period))
        const next = second === undefined ? undefined : startOfDate(second, 0)
        const start = startOfDate(from, 0)
        // A range that begins with a week does not tell.
        if (first === undefined || next === undefined || start === undefined || next - start === 7 * DAY) return []
        const value = first === from ? 'first_day_in_range' : first < from ? 'first_day' : undefined
        return [{ value, evidence: `${told(exchange)}: the first week is named ${first}` }]
      })
      return someOf(found)
    },
  },
  'reports.unfinished_calls': {
    class: '2',
    needs: ['test_key'],
    send: ['summary_before', 'initiate', 'summary_meanwhile'],
    least: 1,
    read: seen => {
      const [initiated] = seen.step('initiate').filter(isAccepted)
      const [before, meanwhile] = ['summary_before', 'summary_meanwhile'].map(name => seen.step(name).find(isAccepted))
      if (initiated === undefined || before === undefined || meanwhile === undefined) return undefined
      const [first, second] = [before, meanwhile].map(exchange => Number(totalsOf(exchange)?.total_calls))
      const more = (second ?? 0) - (first ?? 0)
      const value = more === 1 ? 'counted' : more === 0 ? 'left_out' : undefined
      return [{ value, evidence: `${told(meanwhile)}: ${more} calls more than before one was initiated` }]
    },
  },
}

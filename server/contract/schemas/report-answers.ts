import type { AssumptionId } from '../assumptions.ts'
import { count, data, date, id, page } from './answer-parts.ts'
import { callStatus } from './call-answers.ts'
import { closedObject, nullable, type Schema, type Values } from './schema.ts'

/** Answers of the report endpoints (contract/README.md#report); every name in them is assumed. */
type ReportValues = Values<'paging.empty_last_page' | 'reports.empty_averages'>

/** A quotient: 0 or null when there is nothing to divide by. */
function quotient(schema: Schema, values: ReportValues): Schema {
  const marks = [schema['x-ringback-assumption'] ?? [], 'reports.empty_averages' as const].flat()
  const isNull = values['reports.empty_averages'] === 'null'
  const description = `${schema.description} ${isNull ? 'Null' : '0'} if there are no calls.`
  return { ...(isNull ? nullable(schema) : schema), description, 'x-ringback-assumption': marks }
}

function average(values: ReportValues): Schema {
  const schema: Schema = {
    type: 'number',
    minimum: 0,
    description: 'Average length of the calls that have ended, in seconds.',
    example: 63.5,
    'x-ringback-assumption': 'reports.average_over',
  }
  return quotient(schema, values)
}
const share = (description: string, values: ReportValues, assumption?: AssumptionId): Schema =>
  quotient(
    { type: 'number', minimum: 0, maximum: 1, description, example: 0.62, 'x-ringback-assumption': assumption },
    values,
  )

const totals = (values: ReportValues) => ({
  total_calls: count('Number of calls.', 100),
  connected_calls: count('Number of calls that were connected.', 62),
  average_duration_seconds: average(values),
  success_rate: share('Connected calls divided by all calls, four decimals.', values),
})

export function reportSummary(values: ReportValues & Values<'reports.week_starts'>): Schema {
  const period: Schema = {
    type: 'string',
    pattern: '^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$',
    description: `The day, the first day of the week (${values['reports.week_starts']}), or the month.`,
    example: '2026-03-10',
    'x-ringback-assumption': ['reports.week_starts', 'reports.week_name'],
  }
  return data(
    closedObject(
      {
        totals: closedObject(totals(values), { title: 'CallTotals' }),
        periods: {
          type: 'array',
          description: 'All periods that the range touches, in order.',
          items: closedObject({ period, ...totals(values) }, { title: 'PeriodTotals' }),
        },
      },
      { 'x-ringback-assumption': 'reports.summary_shape' },
    ),
  )
}

export const reportCalls = (values: ReportValues): Schema =>
  page(
    closedObject(
      {
        date: { ...date('Day the calls are counted under.'), 'x-ringback-assumption': 'reports.day_of_call' },
        staff_id: id('Staff member of the calls.'),
        status: callStatus,
        call_count: count('Number of calls.'),
        total_duration_seconds: count('Length of all of them in seconds.', 762),
        average_duration_seconds: average(values),
      },
      { title: 'CallsRecord', 'x-ringback-assumption': 'reports.calls_shape' },
    ),
    values,
  )

export const reportUsers = (values: ReportValues): Schema =>
  page(
    closedObject(
      {
        staff_id: id('Staff member.'),
        staff_name: { type: 'string', description: 'Name of the staff member.', example: '佐藤花子' },
        call_count: count('Number of calls.'),
        connected_count: count('Number of calls that were connected.', 7),
        total_duration_seconds: count('Length of all of them in seconds.', 762),
        average_duration_seconds: average(values),
        talk_ratio: share('Time in talk divided by the length of the calls.', values, 'reports.talk_ratio'),
      },
      { title: 'UsersRecord', 'x-ringback-assumption': 'reports.users_shape' },
    ),
    values,
  )

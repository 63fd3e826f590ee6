import { count, data, date, id, page } from './answer-parts.ts'
import { callStatus } from './call-answers.ts'
import { closedObject, type Schema } from './schema.ts'

/** Answers of the report endpoints (spec: Report); every name in them is assumed. */
const average: Schema = {
  type: 'number',
  minimum: 0,
  description: 'Average length in seconds, 0 when there is no call to average.',
  example: 63.5,
}
const share = (description: string): Schema => ({ type: 'number', minimum: 0, maximum: 1, description, example: 0.62 })

const TOTALS = {
  total_calls: count('Calls.', 100),
  connected_calls: count('Calls that were connected.', 62),
  average_duration_seconds: {
    ...average,
    description: 'Average length of the connected calls in seconds, 0 without any.',
  },
  success_rate: share('Connected calls divided by all calls, four decimals.'),
}

export const reportSummary: Schema = data(
  closedObject(
    {
      totals: closedObject(TOTALS, { title: 'CallTotals' }),
      periods: {
        type: 'array',
        description: 'All periods that the range touches, in order.',
        items: closedObject(
          {
            period: {
              type: 'string',
              pattern: '^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$',
              description: 'The day, the Monday of the week, or the month.',
              example: '2026-03-10',
            },
            ...TOTALS,
          },
          { title: 'PeriodTotals' },
        ),
      },
    },
    { 'x-assumption': 'reports.summary_shape' },
  ),
)

export const reportCalls: Schema = page(
  closedObject(
    {
      date: date('Day on which the calls started.'),
      staff_id: id('Staff member of the calls.'),
      status: callStatus,
      call_count: count('Calls.'),
      total_duration_seconds: count('Length of all of them in seconds.', 762),
      average_duration_seconds: average,
    },
    { title: 'CallsRecord', 'x-assumption': 'reports.calls_shape' },
  ),
)

export const reportUsers: Schema = page(
  closedObject(
    {
      staff_id: id('Staff member.'),
      staff_name: { type: 'string', description: 'Name of the staff member.', example: '佐藤花子' },
      call_count: count('Calls.'),
      connected_count: count('Calls that were connected.', 7),
      total_duration_seconds: count('Length of all of them in seconds.', 762),
      average_duration_seconds: average,
      talk_ratio: share('Time in talk divided by the length of all calls.'),
    },
    { title: 'UsersRecord', 'x-assumption': 'reports.users_shape' },
  ),
)

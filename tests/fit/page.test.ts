import { describe, expect, test } from 'vitest'
import { fitText } from '../../server/cli/fit-text.ts'
import { durationIn } from '../../server/contract/duration-text.ts'
import type { Figure } from '../../server/contract/figure-text.ts'
import { wholePercents } from '../../server/contract/whole-percents.ts'
import type { FitOptions, FitReport } from '../../server/fit/fit-report.ts'
import { type RequestRecord, readRecords } from '../../server/fit/read/records.ts'
import { readSketch } from '../../server/fit/read/sketch.ts'
import { fitOf } from '../../server/fit/report.ts'
import { fitPage } from '../../server/fit/told/page.ts'

/** 00:00 in Tokyo. */
const MIDNIGHT = Date.UTC(2026, 2, 9, 15)
const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000]

const asked = (count: number, at: (index: number) => number, request: Partial<RequestRecord> = {}) =>
  Array.from({ length: count }, (_, index) => ({
    at: MIDNIGHT + at(index),
    method: 'GET',
    path: '/api/v1/customers',
    status: 200,
    ...request,
  }))
const rows = (records: readonly RequestRecord[], options: FitOptions = {}) =>
  fitOf(readRecords(records, { kind: 'csv', name: 'rows.csv', keys: true }), options)

/** Over a midnight in Tokyo; the second day asks for more than Free has, and for reports. */
const TWO_DAYS = [
  ...asked(700, index => 20 * HOUR + index * 12 * SECOND, { key: 'one' }),
  ...asked(1_100, index => DAY + 9 * HOUR + index * 700, { key: 'two', path: '/api/v1/calls' }),
  ...asked(9, index => DAY + 8 * HOUR + index * SECOND, { path: '/api/v1/reports/summary', status: 429 }),
  ...asked(3, index => index, { path: '/health' }),
]

const REPORTS: Record<string, () => FitReport> = {
  'two days in Tokyo': () => rows(TWO_DAYS),
  'what fits every plan': () => rows(asked(5, index => index * HOUR)),
  'what fits no plan': () => rows(asked(3_000, index => HOUR + index * 7)),
  'what may not fit': () => rows(asked(30, index => 5_000 + index * 300)),
  'one plan': () => rows(TWO_DAYS, { plan: 'free', tolerate: 90 * SECOND, serial: true }),
  'no plan': () => rows(TWO_DAYS, { plan: 'none' }),
  'a single request': () => rows(asked(1, () => HOUR)),
  'a sketch with events': () =>
    fitOf(readSketch({ staff: 40, calls_per_staff_hour: 12, webhooks: 1 }, { name: 'team.json' })),
  'a long recording': () => rows([...asked(100_001, index => index * 100), ...asked(2_000, index => 5 * HOUR + index)]),
}

/** The text that a person reads, a space for each tag; what lies in the way of figures is left out. */
const textOf = (html: string) =>
  html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    // Hours, and round figures beside a picture.
    .replace(/<text class="(?:end|middle)"[\s\S]*?<\/text>/g, ' ')
    .replace(/<\/?time>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&#39;', "'")

const NUMBER = /\d+(?:,\d{3})*(?:\.\d+)?(?::\d+)*/g
const numbersIn = (text: string): string[] => text.match(NUMBER) ?? []
const shown = (figure: number) => figure.toLocaleString('en')
const ends = (figure: Figure): readonly number[] => (typeof figure === 'number' ? [figure] : figure)

/** What stands in the sentences whatever the report: 10 seconds, second 00, 10 and 20, HTTP, `/api/v1`, 100 percent, below 1, under 0.01. */
const IN_SENTENCES = ['10', '00', '20', '1', '0.01']

/** Each number that may stand on the page, from nothing but the report. */
function known(report: FitReport): Set<string> {
  const all = new Set(IN_SENTENCES)
  const add = (...texts: string[]) => {
    for (const text of texts) for (const number of numbersIn(text)) all.add(number)
  }
  const room = (figure: Figure | null) => {
    for (const end of figure === null ? [] : ends(figure))
      for (const digits of [0, 1, 2]) {
        const rounded = Math.floor(end * 10 ** digits + 1e-6) / 10 ** digits
        all.add(rounded.toLocaleString('en', { minimumFractionDigits: digits }))
      }
  }
  const wait = (figure: Figure) => add(...ends(figure).map(seconds => durationIn('en', seconds * 1_000)))
  const visit = (value: unknown): void => {
    if (typeof value === 'number') all.add(shown(value))
    else if (typeof value === 'string') {
      // An instant is read without its fraction, its date by its parts.
      add(value, ...value.split(/[T.+-]/), value.slice(11, 16), value.slice(11, 19))
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) if (!name.endsWith('headroom')) visit(inner)
  }
  const { days, plans, top, source, polite_client, ...rest } = report
  visit({ source, polite_client, ...rest, tops: top.map(({ endpoint, requests }) => ({ endpoint, requests })) })
  wait(polite_client.tolerate_seconds)
  const counts = top.map(({ requests }) => requests)
  const others = source.rows - counts.reduce((sum, requests) => sum + requests, 0)
  for (const percent of wholePercents([...counts, others])) all.add(String(percent))
  all.add(shown(source.clients.length))
  for (const { day } of days) visit(day)
  all.add(shown(rest.by_day.length))
  for (const { headroom, refused_when, longest_wait_seconds, polite, ...found } of Object.values(plans)) {
    for (const figure of Object.values(headroom)) room(figure)
    wait(longest_wait_seconds)
    if (polite !== null) wait(polite.max_delay_seconds)
    all.add(shown(found.by_day.filter(({ used_up }) => used_up !== null).length))
    visit([found, polite?.delayed, polite?.lost, polite?.backlog_at_midnight])
  }
  return all
}

/** The rows of the table below a title, each cell as its text. */
function tableBelow(html: string, title: string): Map<string, string[]> {
  const [, table = ''] = html.split(`<h2>${title}`)[1]?.split('<table') ?? []
  const [, body = ''] = table.split('</table>')[0]?.split('<tbody>') ?? []
  return new Map(
    [...body.matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([row]) => {
      const [name = '', ...cells] = [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) =>
        textOf(cell).trim(),
      )
      return [name, cells]
    }),
  )
}

const inWords = (figure: Figure) => ends(figure).map(shown).join('–')

describe.each(Object.entries(REPORTS))('of %s', (_, make) => {
  const report = make()
  const html = fitPage(report)
  const plans = Object.values(report.plans)

  test('each number on the page and on the terminal is one of the report', () => {
    const numbers = known(report)
    expect(numbersIn(textOf(html)).filter(number => !numbers.has(number))).toEqual([])
    expect(numbersIn(fitText(report, { polite: true })).filter(number => !numbers.has(number))).toEqual([])
  })

  test('each cell has the figure of its plan', () => {
    const table = tableBelow(html, 'Plan by plan')
    expect(table.get('Requests refused')).toEqual(plans.map(plan => inWords(plan.refused_total)))
    expect(table.get(`Requests let through, of ${shown(report.source.rows)}`)).toEqual(
      plans.map(plan => inWords(plan.accepted)),
    )
    for (const [kind, name] of [
      ['minute', 'by the minute limit'],
      ['burst', 'by the burst limit'],
      ['quota', 'by the daily quota'],
      ['license', 'by the licence'],
    ] as const)
      expect(table.get(name)).toEqual(plans.map(plan => inWords(plan.refused[kind])))
    const waiting = tableBelow(html, 'A client that waits')
    expect([...waiting.values()].map(([, delayed, , lost, waits]) => [delayed, lost, waits])).toEqual(
      plans.flatMap(({ polite }) =>
        polite === null ? [] : [[polite.delayed, polite.lost, polite.backlog_at_midnight].map(inWords)],
      ),
    )
  })

  test('what is refused on a single day is what is refused at all, over the same phases and guesses', () => {
    const table = tableBelow(html, 'Day by day')
    const refusing = plans.filter(({ by_day }) => by_day.length > 0)
    const [first, ...more] = [...table.values()]
    expect([...table.keys()]).toEqual(report.by_day.map(({ day }) => day))
    if (first === undefined || more.length > 0) return
    expect(first[1]).toBe(inWords(report.peaks.minute?.most ?? 0))
    expect(first.slice(2).map(cell => cell.split(', quota')[0])).toEqual(
      refusing.map(plan => inWords(plan.refused_total)),
    )
  })

  test('the terminal and the page say the same', () => {
    const page = textOf(html).replace(/\s+/g, ' ')
    const lines = fitText(report, { polite: true })
      .split('\n')
      .map(line => line.replace(/^- /, '').replace(/\s+/g, ' ').trim())
      // The columns of a table are cells there.
      .filter(line => line.endsWith('.'))
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) expect(page).toContain(line)
  })

  test('a range is explained where one stands, and only there', () => {
    const text = fitText(report, { polite: true })
    expect(text.includes('A figure from–to')).toBe(/\d–\d|\d \w+ – \d/.test(text))
  })

  test('the page runs nothing, and loads nothing', () => {
    expect(html).not.toMatch(/<script|<link|\son\w+=|url\(|src=|https?:/)
  })
})

test('a quota that another second or another guess uses up later is told with both ends, wherever it stands', () => {
  // Bursts of which 20 are let through: under the guess that refused requests use slots, the minute fills with them too.
  const report = rows(asked(1_500, index => 9 * HOUR + Math.floor(index / 25) * 22 * SECOND + (index % 25) * 10))
  const free = report.plans.free
  const [day] = free?.by_day ?? []
  const [from, to] = [day?.used_up?.from.tokyo.slice(11, 19), day?.used_up?.to.tokyo.slice(11, 19)]
  expect(day?.refused).toEqual(free?.refused_total)
  expect(from).not.toBe(to)
  // The recording as it stands is one of those that were tried.
  const recorded = free?.days_exhausted[0]?.tokyo.slice(11, 19) ?? ''
  expect([from, recorded, to].sort()).toEqual([from, recorded, to])
  for (const text of [fitText(report, { polite: false }), textOf(fitPage(report))]) {
    expect(text).toContain(`${inWords(free?.refused_total ?? 0)}, quota used up at ${from}–${to}`)
    expect(text).toContain(`Its daily quota is used up at ${from}–${to}.`)
  }
})

test('what is recorded just before midnight may belong to the next day, and the days say so', () => {
  const report = rows([...asked(3, () => 12 * HOUR), ...asked(2, () => DAY - 5 * SECOND)])
  expect(report.days.map(({ day }) => day)).toEqual(['2026-03-10'])
  expect(report.by_day).toEqual([
    { day: '2026-03-10', asked: [3, 5], busiest_minute: 3 },
    { day: '2026-03-11', asked: [0, 2], busiest_minute: [0, 2] },
  ])
  expect(tableBelow(fitPage(report), 'Day by day').get('2026-03-11')).toEqual(['0–2', '0–2'])
})

test('what a recording cannot show is not told as nothing', () => {
  const text = fitText(rows(asked(5, index => index * HOUR)), { polite: false })
  expect(text).toContain('shows no webhook events, so nothing is said about limits on webhook sends.')
  expect(text).not.toContain('Webhook events not sent')
})

test('no wait of a client brings webhook events that a plan does not send, and the page says so', () => {
  const events = Array.from({ length: 5_002 }, (_, index) => MIDNIGHT + index * SECOND)
  const report = fitOf(
    readRecords(
      asked(1, () => HOUR),
      { kind: 'world', name: 'default / pro', events },
    ),
  )
  const html = textOf(fitPage(report))
  expect(html).toContain('On Pro, 2 webhook events are not sent.')
  expect(html).toContain('On Pro, the first webhook event that is not sent is of 2026-03-10 01:23:20.')
  expect(html).toContain('On Free, 5,002 webhook events are not sent, as the plan sends none.')
  expect(html).toContain('On Free, no webhook event is sent.')
  expect(html).toContain('no request waits longer than 1 min (--tolerate) and every webhook event is sent.')
  expect(tableBelow(fitPage(report), 'Headroom').get('5,002 webhook events in a day')).toEqual([
    'none',
    '5,000 (0.99 ×)',
    '50,000 (9.99 ×)',
    'unlimited',
  ])
})

test('of a client that was not tried it is not said that no plan fits it', () => {
  const long = [...asked(100_001, index => index * 100), ...asked(2_000, index => 5 * HOUR + index)]
  const [untried, tried] = [{}, { polite: true }].map(options => fitText(rows(long, options), { polite: true }))
  expect(untried).toContain('was not tried, since the traffic is long: --polite tries it.')
  expect(untried).not.toContain('No plan fits a client')
  expect(untried).not.toContain('Delayed:')
  expect(tried).toContain('Delayed:')
  expect(tried).toContain('No plan fits a client that waits as it is told, up to 1 min for each request, either.')
})

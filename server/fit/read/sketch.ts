import { API_PREFIX, BULK_CUSTOMERS_MAX, DAY_ZONE_OFFSET_HOURS } from '../../contract/constants.ts'
import { shown } from '../../contract/shown.ts'
import { DAY, type Duration, HOUR, type Instant, MINUTE, parseDuration, SECOND } from '../../kernel/instant.ts'
import { Randomness } from '../../kernel/random.ts'
import { RequestKinds } from '../request-kinds.ts'
import { type Source, UnreadableSource } from '../source.ts'
import type { Row } from '../trace.ts'

/** A team that does not exist yet: how many people call how often, what is polled, what is synchronised. */
export interface Sketch {
  readonly staff?: number | undefined
  /** Office hours in Tokyo: `09:00-18:00`. */
  readonly hours?: string | undefined
  /** Working days: `mon-fri`, or some of them: `mon,wed,sat`. */
  readonly days?: string | undefined
  /** Calls that one person places in an hour, on average. */
  readonly calls_per_staff_hour?: number | undefined
  /** Around the clock, every day. */
  readonly polls?: readonly { readonly path: string; readonly every: string }[] | undefined
  /** On working days, one request after the other. */
  readonly sync?:
    | readonly {
        readonly customers: number
        /** Customers in one request; 1 is a request for each. */
        readonly bulk?: number | undefined
        /** When it begins, in Tokyo: `02:00`. */
        readonly at: string
      }[]
    | undefined
  /** Webhooks that subscribe to the events of calls. */
  readonly webhooks?: number | undefined
  readonly events_per_call?: number | undefined
  readonly seed?: number | undefined
}

/** A sketch is replayed over one week, from this Monday, 00:00 in Tokyo. */
const WEEK_STARTS: Instant = Date.UTC(2026, 2, 9) - DAY_ZONE_OFFSET_HOURS * HOUR
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
/** How long a request of a sync takes before the next is sent. */
const SYNC_GAP: Duration = 200
const MEMBERS = [
  'staff',
  'hours',
  'days',
  'calls_per_staff_hour',
  'polls',
  'sync',
  'webhooks',
  'events_per_call',
  'seed',
]
const MOST_ROWS = 5_000_000

/** Makes the requests of a week: calls arrive by chance within the office hours, from the seed; polls and syncs by the clock. */
export function readSketch(sketch: Sketch, { name }: { name: string }): Source {
  check(sketch, name)
  const days = workingDays(sketch.days ?? 'mon-fri')
  const requests = new Requests(name)
  const calls = callsOf(sketch, days)
  for (const at of calls) requests.add(at, 'POST', '/calls/initiate', 'crm')
  addPolls(requests, sketch)
  for (const [index, sync] of (sketch.sync ?? []).entries()) addSync(requests, sync, days, `sync ${index + 1}`)
  const subscribed = (sketch.webhooks ?? 0) > 0 ? (sketch.events_per_call ?? 1) : 0
  const events = calls.flatMap(at => Array.from({ length: subscribed }, () => at))
  const looked = { for: 'sketch', read: 0 } as const
  return { kind: 'sketch', name, rows: requests.rows, events, leftOut: {}, looked, testTraffic: false }
}

class Requests {
  readonly rows: Row[] = []
  readonly #kinds = new RequestKinds()
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  add(at: Instant, method: string, path: string, actor: string): void {
    const kind = this.#kinds.find(method, API_PREFIX + path)
    if (kind === undefined) throw new UnreadableSource(`${this.#name}: ${path} begins with a slash, as in /calls.`)
    if (this.rows.push({ at, kind, status: undefined, actor, fingerprint: '' }) > MOST_ROWS)
      throw new UnreadableSource(`${this.#name}: this is over ${MOST_ROWS} requests a week. Sketch a part of it.`)
  }
}

/** Gaps between calls of the whole team are exponential, as those of many people who do not look at each other. */
function callsOf(
  { staff = 0, calls_per_staff_hour = 0, hours = '09:00-18:00', seed = 1 }: Sketch,
  days: readonly Instant[],
) {
  const perHour = staff * calls_per_staff_hour
  if (perHour === 0) return []
  const [opens, closes] = openingHours(hours)
  const random = new Randomness(String(seed))
  return days.flatMap(day => {
    const calls: Instant[] = []
    const gap = () => (-Math.log(1 - random.fraction(`call:${day}:${calls.length}`)) * HOUR) / perHour
    for (let at = day + opens + gap(); at < day + closes; at += gap()) calls.push(Math.floor(at))
    return calls
  })
}

function addPolls(requests: Requests, { polls = [], seed = 1 }: Sketch): void {
  const random = new Randomness(String(seed))
  for (const [index, { path, every }] of polls.entries()) {
    const gap = parseDuration(every) ?? 0
    if (gap < SECOND) throw new UnreadableSource(`polls: every is a duration from PT1S (got ${shown(every)}).`)
    // Nobody's timer begins at second 00.
    const first = WEEK_STARTS + Math.floor(random.fraction(`poll:${index}`) * gap)
    for (let at = first; at < WEEK_STARTS + 7 * DAY; at += gap) requests.add(at, 'GET', path, `poll ${index + 1}`)
  }
}

function addSync(
  requests: Requests,
  { customers, bulk = 1, at }: NonNullable<Sketch['sync']>[number],
  days: readonly Instant[],
  actor: string,
): void {
  if (bulk > BULK_CUSTOMERS_MAX)
    throw new UnreadableSource(`sync: bulk is at most ${BULK_CUSTOMERS_MAX} (got ${bulk}).`)
  const begins = timeOfDay(at)
  const path = bulk === 1 ? '/customers' : '/customers/bulk'
  for (const day of days)
    for (let sent = 0; sent < Math.ceil(customers / bulk); sent++)
      requests.add(day + begins + sent * SYNC_GAP, 'POST', path, actor)
}

function check(sketch: unknown, name: string): asserts sketch is Sketch {
  if (typeof sketch !== 'object' || sketch === null || Array.isArray(sketch))
    throw new UnreadableSource(`${name}: a sketch is a JSON object with ${MEMBERS.join(', ')}.`)
  const unknown = Object.keys(sketch).find(member => !MEMBERS.includes(member))
  if (unknown !== undefined)
    throw new UnreadableSource(`${name}: ${unknown} is unknown. A sketch has ${MEMBERS.join(', ')}.`)
  const numbers = ['staff', 'calls_per_staff_hour', 'webhooks', 'events_per_call'] as const
  for (const member of numbers) {
    const value = (sketch as Sketch)[member]
    if (value !== undefined && !(typeof value === 'number' && value >= 0 && value <= 1_000_000))
      throw new UnreadableSource(`${name}: ${member} is a number from 0 to 1,000,000 (got ${JSON.stringify(value)}).`)
  }
  const { polls = [], sync = [] } = sketch as Sketch
  if (!Array.isArray(polls) || !polls.every(poll => typeof poll?.path === 'string' && typeof poll?.every === 'string'))
    throw new UnreadableSource(`${name}: polls is a list of { "path": "/calls", "every": "PT1M" }.`)
  const isCount = (value: unknown) => Number.isInteger(value) && (value as number) > 0
  if (
    !Array.isArray(sync) ||
    !sync.every(row => isCount(row?.customers) && isCount(row?.bulk ?? 1) && typeof row?.at === 'string')
  )
    throw new UnreadableSource(`${name}: sync is a list of { "customers": 12000, "bulk": 500, "at": "02:00" }.`)
}

function workingDays(text: string): Instant[] {
  const names = text.split(',').flatMap(part => {
    const [from = '', until = from] = part.trim().toLowerCase().split('-')
    const [first, last] = [WEEKDAYS.indexOf(from), WEEKDAYS.indexOf(until)]
    if (first < 0 || last < first)
      throw new UnreadableSource(`days is written as mon-fri or mon,wed,sat (got ${shown(text)}).`)
    return WEEKDAYS.slice(first, last + 1)
  })
  return WEEKDAYS.flatMap((name, index) => (names.includes(name) ? [WEEK_STARTS + index * DAY] : []))
}

function openingHours(text: string): [Duration, Duration] {
  const [opens, closes] = text.split('-').map(timeOfDay)
  if (opens === undefined || closes === undefined || closes <= opens)
    throw new UnreadableSource(`hours is written as 09:00-18:00 (got ${shown(text)}).`)
  return [opens, closes]
}

function timeOfDay(text: string): Duration {
  const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(text.trim()) ?? []
  const time = Number(hour) * HOUR + Number(minute) * MINUTE
  if (hour === undefined || !(time <= DAY) || Number(minute) > 59)
    throw new UnreadableSource(`A time of day is written as 09:00 (got ${shown(text)}).`)
  return time
}

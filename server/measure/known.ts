import type { Json } from '../contract/assumption-entry.ts'
import { DAY_ZONE_OFFSET_HOURS } from '../contract/constants.ts'
import { HEADERS } from '../contract/headers.ts'
import { DAY, dateIn, HOUR, type Instant, parseInstant } from '../kernel/instant.ts'
import { type Exchange, endpointOf, isAccepted, isObject, objectIn, pagingOf, rowsIn } from './exchange.ts'
import type { Received } from './receiver.ts'
import { PLACES } from './step.ts'
import { STEPS } from './steps/all.ts'
import { attemptsAt, CALLS_NOW, CONTROL, FOLLOWED } from './watch.ts'

const TOKYO = DAY_ZONE_OFFSET_HOURS * HOUR
const LIMIT = HEADERS.rateLimit.toLowerCase()
const DAYS = /^(tokyo|utc)([+-]\d+)?$/
/** The step that is accepted only where days are those of UTC. */
export const UTC_SHOWN_BY = 'utc_oldest'
/** The lists on which the days for reports are chosen. */
const CALLS = 'GET /calls'

interface Given {
  readonly run: string
  readonly staff?: number | undefined
  readonly project?: number | undefined
  readonly receiver?: string | undefined
  /** When the run began, by the clock of the one who sends. */
  readonly began: number
}

/** What earlier answers have told, for the requests that come after them. */
export class Known {
  readonly #given: Given
  readonly #seen: Exchange[] = []
  readonly #received: Received[] = []
  /** What is needed once more but never written down: the phone number of a customer, and secrets of webhooks by their id. */
  readonly #private = new Map<string, string>()
  readonly #tags = new Map<string, string>()

  constructor(given: Given) {
    this.#given = given
  }

  add(exchange: Exchange, raw?: unknown): void {
    this.#seen.push(exchange)
    const data = isObject(raw) ? raw.data : undefined
    if (!isObject(data)) return
    if (endpointOf(exchange) === 'GET /customers/{}' && typeof data.tel1 === 'string' && !this.#private.has('tel1'))
      this.#private.set('tel1', data.tel1)
    if (typeof data.secret === 'string') this.#private.set(`secret:${data.webhook_id}`, data.secret)
  }

  took(received: Received): void {
    this.#received.push(received)
  }

  get received(): readonly Received[] {
    return this.#received
  }

  /** The kind of event that the call of this run has fired. */
  ownEvent(): string | undefined {
    return attemptsAt(this.#received, CONTROL)[0]?.event
  }

  get seen(): readonly Exchange[] {
    return this.#seen
  }

  /** Texts that must not be in anything that is written. */
  get secrets(): readonly string[] {
    return [...this.#private.values()]
  }

  secretOf(webhookId: string): string | undefined {
    return this.#private.get(`secret:${webhookId}`)
  }

  /** Names what a step creates, so that its owner can find it again. */
  tag(step: string): string {
    const known = this.#tags.get(step)
    if (known !== undefined) return known
    // By the place of the step in the table, so that a run that goes on later makes the same tags.
    const tag = `rbk-${this.#given.run}-${STEPS.findIndex(({ name }) => name === step) + 1}`
    this.#tags.set(step, tag)
    return tag
  }

  /** The tag of a step, if it has used one. */
  tagIn(step: string): string | undefined {
    return this.#tags.get(step)
  }

  /** A text with its braces filled in; `undefined` when one of them is not known. */
  fill(text: string): string | undefined {
    let missing = false
    const filled = text.replace(PLACES, (_, name: string) => {
      const value = this.get(name)
      missing ||= value === undefined
      return value ?? ''
    })
    return missing ? undefined : filled
  }

  number(name: string): number | undefined {
    const text = this.get(name)
    return text === undefined ? undefined : Number(text)
  }

  get(name: string): string | undefined {
    const day = DAYS.exec(name)
    if (day) return dateIn(this.now() + Number(day[2] ?? 0) * DAY, day[1] === 'tokyo' ? TOKYO : 0)
    const [kind = '', of = ''] = name.split(':')
    switch (kind) {
      case 'today':
        return dateIn(this.now(), this.#isUtc() ? 0 : TOKYO)
      case 'tag':
        return this.tag(of)
      case 'id':
        return this.#createdBy(of)
      case 'customer':
        return text(this.#customers()[0]?.customer_id)
      case 'customer2':
        return text(this.#customers().at(-1)?.customer_id)
      case 'tel1':
        return this.#private.get('tel1')?.replace(/^\+/, '')
      case 'project':
        return text(this.#given.project ?? this.#customers()[0]?.project_id ?? this.#calls()[0]?.project_id)
      case 'staff':
        return text(this.#given.staff ?? this.#calls()[0]?.staff_id)
      case 'call':
        return text(this.#ended()[0]?.call_id)
      case 'call2':
        return text(this.#ended()[1]?.call_id)
      case 'connected':
        return text(this.#connected()[0]?.call_id)
      case 'connected2':
        return text(this.#connected()[1]?.call_id)
      case 'busy':
        return this.#busyDays()[0]
      case 'busy2':
        return this.#busyDays()[1]
      case 'night':
        return this.#nights()[0]
      case 'nightNext':
        return this.#nights()[1]
      case 'newestPage':
        return this.#newestPage()
      case 'followed':
        return text(this.openCall()?.call_id)
      case 'lastPage':
        return this.#lastPage(of)
      case 'phonetic':
        return this.phoneticKey()
      case 'receiver':
        return this.#given.receiver
      default:
        throw new Error(`Nothing is known by the name ${name}.`)
    }
  }

  /** The present instant of the service, as its newest answer says. */
  now(): Instant {
    const newest = this.#seen.findLast(({ headers }) => headers.date !== undefined)
    const dated = Date.parse(newest?.headers.date ?? '')
    return Number.isNaN(dated) ? (this.#seen.at(-1)?.at ?? this.#given.began) : dated
  }

  /** The key of the phonetic reading on a customer that was seen. */
  phoneticKey(): string {
    const shown = this.#seen.flatMap(exchange => [objectIn(exchange), ...rowsIn(exchange)])
    return shown.some(row => row !== undefined && 'kana' in row && 'customer_id' in row) ? 'kana' : 'name_kana'
  }

  /** The last page of a list that a step has shown the first of; `undefined` when that is all. */
  #lastPage(step: string): string | undefined {
    const shown = this.#seen.find(exchange => exchange.step === step)
    const last = shown && pagingOf(shown)?.last_page
    return typeof last === 'number' && last > 1 ? String(last) : undefined
  }

  /** The page of the newest calls, which lists may begin or end with. */
  #newestPage(): string {
    const looked = this.#seen.findLast(({ step }) => step === CALLS_NOW)
    const starts = looked === undefined ? [] : rowsIn(looked).map(({ started_at }) => Date.parse(String(started_at)))
    const last = looked && pagingOf(looked)?.last_page
    const isOldestFirst = (starts.at(-1) ?? 0) > (starts[0] ?? 0)
    return isOldestFirst && typeof last === 'number' ? String(last) : '1'
  }

  /** A call that was still going on when the newest calls were looked at. */
  openCall() {
    return this.#seen
      .filter(({ step }) => step === CALLS_NOW)
      .flatMap(rowsIn)
      .find(row => row.ended_at === null)
  }

  /** The limits of the minute that the answers to a step have shown. */
  limitsSeen(step: string): readonly string[] {
    return this.#seen.filter(exchange => exchange.step === step).flatMap(({ headers }) => headers[LIMIT] ?? [])
  }

  /** What was seen last of the call that is followed. */
  followed(): { readonly [name: string]: Json } | undefined {
    const last = this.#seen.findLast(exchange => exchange.step === FOLLOWED && isAccepted(exchange))
    return last && objectIn(last)
  }

  /** Whether the calendar of the service was seen to be UTC. */
  #isUtc(): boolean {
    return this.#seen.some(exchange => exchange.step === UTC_SHOWN_BY && isAccepted(exchange))
  }

  #createdBy(step: string): string | undefined {
    // A later sitting may have created it once more.
    const made = this.#seen.findLast(exchange => exchange.step === step && isAccepted(exchange))
    const data = made === undefined ? undefined : objectIn(made)
    return text(data?.customer_id ?? data?.webhook_id ?? data?.call_id)
  }

  #customers() {
    return this.#seen.filter(row => endpointOf(row) === 'GET /customers').flatMap(rowsIn)
  }

  #calls() {
    return this.#seen.filter(row => endpointOf(row) === CALLS).flatMap(rowsIn)
  }

  #ended() {
    return distinct(this.#calls().filter(row => typeof row.ended_at === 'string'))
  }

  #connected() {
    return this.#ended().filter(row => row.status === 'connected')
  }

  /** Days with the most calls on one page, today and the days at which a page ends left out. */
  #busyDays(): string[] {
    const datesOf = (name: string) =>
      this.#seen
        .filter(({ step }) => step === name)
        .flatMap(rowsIn)
        .flatMap(row => dayOf(row.started_at))
    const [first, last] = [datesOf('calls_month'), datesOf('calls_month_end')]
    const dates = [...first, ...last]
    // A page may end, or begin, in the middle of a day.
    const edges = new Set([first.at(-1), last[0], dateIn(this.now(), TOKYO), dateIn(this.now(), 0)])
    const counts = new Map<string, number>()
    for (const date of dates) if (!edges.has(date)) counts.set(date, (counts.get(date) ?? 0) + 1)
    return [...counts].sort(([, a], [, b]) => b - a).map(([date]) => date)
  }

  /** The day on which a call began that ended on the next, and that next day. */
  #nights(): string[] {
    for (const row of this.#ended()) {
      const offset = this.#isUtc() ? 0 : TOKYO
      const [from, to] = [dayOf(row.started_at, offset)[0], dayOf(row.ended_at, offset)[0]]
      if (from !== undefined && to !== undefined && from !== to) return [from, to]
    }
    return []
  }
}

const text = (value: Json | undefined): string | undefined =>
  typeof value === 'number' || (typeof value === 'string' && value !== 'text') ? String(value) : undefined

/** The date of an instant in an answer: in Tokyo, unless another offset from UTC is given. */
export function dayOf(value: Json | undefined, offset = TOKYO): string[] {
  const instant = typeof value === 'string' ? parseInstant(value) : undefined
  return instant === undefined ? [] : [dateIn(instant, offset)]
}

function distinct<Row extends { readonly call_id?: Json }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map(row => [String(row.call_id), row])).values()]
}

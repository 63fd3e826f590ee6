import type { Json } from '../../contract/assumption-entry.ts'
import { ASSUMPTIONS } from '../../contract/assumptions.ts'
import { type Duration, HOUR, MINUTE, SECOND, toIsoDuration } from '../../kernel/instant.ts'
import { isAccepted, objectIn, rowsIn } from '../exchange.ts'
import type { Offer, Probe } from '../probe.ts'
import { CALLS_NOW, FOLLOWED } from '../watch.ts'

/** From the roundest on, as somebody would choose a delay. */
const GRAINS = [HOUR, 30 * MINUTE, 10 * MINUTE, 5 * MINUTE, MINUTE, 30 * SECOND, 10 * SECOND, 5 * SECOND, SECOND]

/** The roundest duration that is longer than one and not longer than another; zero, when nothing speaks against it. */
function roundest(longerThan: Duration, atMost: Duration): Duration {
  if (longerThan < 0) return 0
  const found = GRAINS.map(grain => Math.floor(atMost / grain) * grain).find(length => length > longerThan)
  return found ?? Math.round(atMost / SECOND) * SECOND
}

const seconds = (length: Duration) => Math.round(length / SECOND)

export const AI_DELAY: Probe = {
  class: '0',
  send: [CALLS_NOW, FOLLOWED],
  least: 1,
  read: seen => {
    const looks = seen
      .step(FOLLOWED)
      .filter(isAccepted)
      .flatMap(exchange => {
        const call = objectIn(exchange)
        return call === undefined ? [] : [{ call, at: Date.parse(exchange.headers.date ?? '') }]
      })
    const ended = Date.parse(String(looks.at(-1)?.call.ended_at))
    if (looks.length === 0 || Number.isNaN(ended)) return undefined
    const there = looks.findIndex(({ call }) => call.transcript !== undefined)
    const found = looks[there]
    if (found === undefined) return undefined
    const before = looks[there - 1]
    const wasOpen = before === undefined || before.call.ended_at === null
    // The header Date is of whole seconds: the answer is up to a second younger.
    const [from, to] = [wasOpen ? -1 : before.at - ended, found.at + SECOND - ended]
    const range = wasOpen
      ? `at the first look after the end, within ${seconds(to)} s`
      : `between ${seconds(from)} and ${seconds(to)} s after the end`
    return [
      {
        value: toIsoDuration(roundest(from, to)),
        evidence: `the fields came ${range}; the roundest time of these is taken`,
      },
    ]
  },
}

const SCRIPT = ASSUMPTIONS['calls.default_script'].default
/** Fewer calls say nothing of the next ones. */
const LEAST_CALLS = 20
const OUTCOMES: { readonly [status: string]: keyof typeof SCRIPT.weights } = {
  connected: 'connected',
  no_answer: 'no_answer',
  missed_call: 'no_answer',
  busy: 'busy',
  failed: 'failed',
}

/** Outcomes and lengths of the tenant's own calls, as a script for calls of Ringback. */
export const HISTORY: Offer = {
  class: '0',
  send: ['calls_month', 'calls_month_end', ...[1, 2, 3, 4, 5].map(n => `calls_older_${n}`)],
  read: seen => {
    const rows = new Map(
      seen
        .of('GET /calls')
        .flatMap(rowsIn)
        .map(row => [String(row.call_id), row]),
    )
    const ended = [...rows.values()].flatMap(({ status, ended_at, duration_seconds }) => {
      const outcome = OUTCOMES[String(status)]
      return outcome === undefined || ended_at === null ? [] : [{ outcome, seconds: Number(duration_seconds) }]
    })
    const talks = ended
      .filter(({ outcome, seconds: length }) => outcome === 'connected' && length >= 1)
      .map(({ seconds: length }) => length)
      .sort((one, other) => one - other)
    if (ended.length < LEAST_CALLS || talks.length < LEAST_CALLS / 2) return undefined
    const names = Object.keys(SCRIPT.weights) as (keyof typeof SCRIPT.weights)[]
    const count = (name: string) => ended.filter(({ outcome }) => outcome === name).length
    const at = (share: number) => Math.round(talks[Math.floor((talks.length - 1) * share)] ?? 1)
    const value: Json = {
      ...SCRIPT,
      weights: Object.fromEntries(names.map(name => [name, count(name)])),
      talk_seconds: { min: at(0.1), max: at(0.9) },
    }
    return {
      value,
      evidence: [
        `weights are the outcomes of ${ended.length} calls that were listed, a missed call counted as no_answer`,
        `talk_seconds span the duration_seconds of the middle four fifths of ${talks.length} connected calls`,
        'dial and ring are what Ringback assumes: no list shows them',
      ],
    }
  },
}

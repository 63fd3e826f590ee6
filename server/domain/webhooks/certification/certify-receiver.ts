import { ASSUMPTION_DEFAULTS } from '../../../contract/assumptions.ts'
import { type Instant, SECOND } from '../../../kernel/instant.ts'
import type { Randomness } from '../../../kernel/random.ts'
import { isAcknowledged } from '../transport.ts'
import {
  CERTIFICATION_CASE_IDS,
  CERTIFICATION_CASES,
  type CertificationCase,
  type CertificationCaseId,
  type Shot,
  type Wanted,
} from './catalogue.ts'
import { deliveryMaker, instantOfCase } from './sample-deliveries.ts'

export interface CertificationRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The exact bytes to send. */
  readonly body: Buffer
}
export interface CertificationAnswer {
  /** Null: there was no answer. */
  readonly status_code: number | null
  readonly error: string | null
  readonly duration_ms: number
}
/** One `POST`; it resolves whatever happens, and gives up at the total timeout. */
export type CertificationSend = (request: CertificationRequest) => Promise<CertificationAnswer>

export interface CertifiedCase {
  id: CertificationCaseId
  title: string
  passed: boolean
  expected: string
  /** Status and time of each answer. */
  observed: string
  /** What to change; null for a case that passed. */
  fix: string | null
  /** Real time that the receiver took. */
  duration_ms: number
}
export interface Certification {
  url: string
  passed: boolean
  score: { passed: number; total: number }
  cases: CertifiedCase[]
}

/**
 * Runs the catalogue against a receiver that holds `secret`, case after case. When the first delivery gets no answer at all the others
 * are not tried, and count as failed. Give each run a `random` of its own: the same one makes the same delivery ids, and a receiver that
 * remembers them would meet duplicates only. `totalSeconds` is the total of assumption `webhooks.timeout`, real time.
 */
export async function certifyReceiver({
  url,
  secret,
  send,
  random,
  now,
  totalSeconds = ASSUMPTION_DEFAULTS['webhooks.timeout'].total_seconds,
}: {
  url: string
  secret: string
  send: CertificationSend
  random: Randomness
  /** The world's clock; the events of the run lie shortly before it. */
  now: Instant
  totalSeconds?: number
}): Promise<Certification> {
  const genuine = deliveryMaker({ secret, random, now })
  const cases: CertifiedCase[] = []
  let silence: CertificationAnswer | undefined
  for (const [index, id] of CERTIFICATION_CASE_IDS.entries()) {
    const definition: CertificationCase = CERTIFICATION_CASES[id]
    const expected = definition.expected({ totalSeconds })
    const { title, fix } = definition
    if (silence) {
      const observed = `not tried, since the first delivery got no answer (${withoutAnswer(silence)})`
      cases.push({ id, title, passed: false, expected, observed, fix: UNREACHABLE, duration_ms: 0 })
      continue
    }
    const at = instantOfCase(now, index, CERTIFICATION_CASE_IDS.length)
    const rounds: Tried[][] = []
    for (const shots of definition.rounds({ genuine, random, at })) {
      rounds.push(
        await Promise.all(
          shots.map(async shot => ({ shot, answer: await send({ url, headers: shot.headers, body: shot.body }) })),
        ),
      )
    }
    const tried = rounds.flat()
    const passed = tried.every(({ shot, answer }) => MEETS[shot.wanted](answer, totalSeconds * SECOND))
    const duration_ms = rounds.reduce((sum, round) => sum + slowest(round), 0)
    if (index === 0 && tried.every(({ answer }) => answer.status_code === null)) silence = tried[0]!.answer
    cases.push({
      id,
      title,
      passed,
      expected,
      observed: observation(rounds),
      fix: passed ? null : silence ? UNREACHABLE : fix,
      duration_ms,
    })
  }
  const passed = cases.filter(row => row.passed).length
  return { url, passed: passed === cases.length, score: { passed, total: cases.length }, cases }
}

interface Tried {
  readonly shot: Shot
  readonly answer: CertificationAnswer
}

const UNREACHABLE =
  'Start the receiver, check its URL, and map the origin to a local address with --forward where needed.'

const MEETS = {
  accepted: answer => isAcknowledged(answer),
  accepted_in_time: (answer, totalMilliseconds) => isAcknowledged(answer) && answer.duration_ms <= totalMilliseconds,
  refused: ({ status_code }) => status_code !== null && status_code >= 400 && status_code < 500,
} as const satisfies Record<Wanted, (answer: CertificationAnswer, totalMilliseconds: number) => boolean>

function slowest(round: readonly Tried[]): number {
  return Math.max(...round.map(({ answer }) => answer.duration_ms))
}

/** `200 after 4 ms, then 409 after 2 ms`; the answers of one round are counted. */
function observation(rounds: readonly (readonly Tried[])[]): string {
  return rounds.map(round => (round.length === 1 ? one(round[0]!.answer) : several(round))).join(', then ')
}

function one(answer: CertificationAnswer): string {
  return `${outcome(answer)} after ${Math.round(answer.duration_ms)} ms`
}

function several(round: readonly Tried[]): string {
  const counts = new Map<string, number>()
  for (const { answer } of round) counts.set(outcome(answer), (counts.get(outcome(answer)) ?? 0) + 1)
  const listed = [...counts].map(([text, count]) => `${count} × ${text}`).join(', ')
  return `${listed}, the slowest after ${Math.round(slowest(round))} ms`
}

function outcome(answer: CertificationAnswer): string {
  if (answer.status_code === null) return `no answer (${withoutAnswer(answer)})`
  return answer.error === null ? String(answer.status_code) : `${answer.status_code}, broken off (${answer.error})`
}

function withoutAnswer({ error }: CertificationAnswer): string {
  return error ?? 'no reason given'
}

import { ASSUMPTION_DEFAULTS } from '../../contract/assumptions.ts'
import type { Certification, CertifyCase } from '../../contract/certification.ts'
import type { Forgery } from '../../contract/events.ts'
import { isAcknowledged } from '../../domain/webhooks/acknowledged.ts'
import type { PayloadSpelling } from '../../domain/webhooks/payload-bytes.ts'
import { type Instant, SECOND } from '../../kernel/instant.ts'
import type { Randomness } from '../../kernel/random.ts'
import {
  CERTIFICATION_CASE_IDS,
  CERTIFICATION_CASES,
  type CertificationCase,
  type CertificationCaseId,
  type Shot,
  type Wanted,
  type Work,
} from './catalogue.ts'
import { Effects, type EffectsProbe, UnusableProbe } from './effects.ts'
import { observation, outcome, problemWith, slowest } from './observation.ts'
import { type DeliveryMaker, deliveryMaker, instantOfCase } from './sample-deliveries.ts'

export interface CertificationRequest {
  readonly url: string
  /** The case that sends it. */
  readonly certify_case: CertificationCaseId
  readonly headers: Readonly<Record<string, string>>
  /** Exactly the bytes to send. */
  readonly body: Buffer
  /** How it was forged, where a receiver that acknowledges it has not verified at all. */
  readonly forged?: Forgery | undefined
}
export interface CertificationAnswer {
  /** Null when there was no answer. */
  readonly status_code: number | null
  readonly error: string | null
  readonly duration_ms: number
}
/** Sends one `POST`. It resolves whatever happens, and gives up at the total timeout. */
export type CertificationSend = (request: CertificationRequest) => Promise<CertificationAnswer>

interface CertificationOptions {
  readonly url: string
  readonly secret: string
  readonly send: CertificationSend
  /** Says how often the receiver has done its work. Without it, the cases about that are not tried. */
  readonly effects?: EffectsProbe | undefined
  readonly random: Randomness
  /** The time of the world; the events of the run occur shortly before it. */
  readonly now: Instant
  /** How the world spells payloads. */
  readonly spelling?: PayloadSpelling
  readonly totalSeconds?: number
}

/**
 * Runs the catalogue against a receiver that knows `secret`, case after case. When the first delivery, a plain genuine one, is not
 * accepted, nothing that depends on it is tried. Give each run its own `random`: the same one would make the same delivery ids, and a
 * receiver that remembers ids would see nothing but duplicates. `totalSeconds` is the total of the assumption `webhooks.timeout`, in real
 * time.
 */
export async function certifyReceiver(options: CertificationOptions): Promise<Certification> {
  const {
    url,
    secret,
    random,
    now,
    spelling = ASSUMPTION_DEFAULTS['webhooks.payload_bytes'],
    totalSeconds = ASSUMPTION_DEFAULTS['webhooks.timeout'].total_seconds,
  } = options
  const genuine = deliveryMaker({ secret, random, now, spelling })
  const cases: CertifyCase[] = []
  let refusal: CertificationAnswer | undefined
  let probe = await calibrated(options, genuine)
  for (const [index, id] of CERTIFICATION_CASE_IDS.entries()) {
    const definition: CertificationCase = CERTIFICATION_CASES[id]
    const { title, work } = definition
    const expected = definition.expected({ totalSeconds })
    const row = { id, title, expected }
    const notTried = (observed: string) =>
      cases.push({ ...row, outcome: 'not_tried', passed: false, observed, fix: null, duration_ms: 0 })
    if (refusal !== undefined && !mayShowAnyway(id, refusal)) {
      notTried(afterRefusal(refusal))
      continue
    }
    const at = instantOfCase(now, index, CERTIFICATION_CASE_IDS.length)
    if (work !== undefined) probe = await begun(probe)
    if (work !== undefined && 'says' in probe) {
      notTried(`not tried: ${probe.says}`)
      continue
    }
    const rounds = await sendRounds(options, id, definition.rounds({ genuine, random, secret, at, spelling }))
    const tried = rounds.flat()
    const answers = rounds.map(round => round.map(({ answer }) => answer))
    const met = tried.every(({ shot, answer }) => MEETS[shot.wanted](answer, totalSeconds * SECOND))
    const first = tried[0]!.answer
    if (index === 0 && !isAcknowledged(first)) refusal = first
    if (refusal !== undefined && index > 0 && met) {
      notTried(afterRefusal(refusal))
      continue
    }
    const effect = work === undefined || 'says' in probe ? undefined : await asked(probe, work)
    if (effect !== undefined && 'says' in effect) {
      probe = effect
      notTried(`not tried: ${effect.says}`)
      continue
    }
    const passed = met && (effect?.met ?? true)
    cases.push({
      ...row,
      outcome: passed ? 'passed' : 'failed',
      passed,
      observed: [observation(answers), effect?.text].filter(Boolean).join('; '),
      fix: passed ? null : definition.fix,
      // Without the last digits of a sum of fractions.
      duration_ms: Math.round(answers.reduce((sum, round) => sum + slowest(round), 0) * 1_000) / 1_000,
    })
  }
  const writesAgain = cases.some(({ id, outcome: is }) => id === 'reserialized_body' && is === 'failed')
  const refused = refusal && problemWith(refusal, { writesAgain })
  if (refused !== undefined) cases[0]!.fix = refused.fix
  const unusable = 'says' in probe && probe.says !== NO_PROBE ? probe.says : null
  const problem = refused?.problem ?? unusable
  const count = (is: CertifyCase['outcome']) => cases.filter(row => row.outcome === is).length
  const score = { passed: count('passed'), failed: count('failed'), not_tried: count('not_tried'), total: cases.length }
  return { url, passed: score.failed === 0 && problem === null, score, problem, cases }
}

interface Tried {
  readonly shot: Shot
  readonly answer: CertificationAnswer
}
/** `says` is the reason why there is none. */
type ProbeState = Effects | { readonly says: string }

const NO_PROBE = 'only a URL that counts its work can tell (--effects <url>, effects_url, or effects in the harness)'

const MEETS = {
  accepted: answer => isAcknowledged(answer),
  accepted_in_time: (answer, totalMilliseconds) => isAcknowledged(answer) && answer.duration_ms <= totalMilliseconds,
  answered: ({ status_code }) => status_code !== null,
  refused: ({ status_code }) => status_code !== null && status_code >= 400 && status_code < 500,
} as const satisfies Record<Wanted, (answer: CertificationAnswer, totalMilliseconds: number) => boolean>

/** A receiver that refuses what is genuine may do so because it serialises bodies again, and that can be shown. */
function mayShowAnyway(id: CertificationCaseId, { status_code }: CertificationAnswer): boolean {
  return id === 'reserialized_body' && (status_code === 400 || status_code === 401 || status_code === 403)
}

function afterRefusal(refusal: CertificationAnswer): string {
  return `not tried, since a genuine delivery got ${outcome(refusal)}`
}

async function sendRounds(
  { url, send }: CertificationOptions,
  certify_case: CertificationCaseId,
  rounds: readonly (readonly Shot[])[],
): Promise<Tried[][]> {
  const tried: Tried[][] = []
  for (const shots of rounds) {
    const answered = await Promise.all(
      shots.map(async shot => ({
        shot,
        answer: await send({ url, certify_case, headers: shot.headers, body: shot.body, forged: shot.forged }),
      })),
    )
    tried.push(answered)
    // A receiver that refuses the plain delivery gets no further ones.
    if (certify_case === CERTIFICATION_CASE_IDS[0] && !answered.every(({ answer }) => isAcknowledged(answer))) break
  }
  return tried
}

async function calibrated(
  { url, send, effects, now }: CertificationOptions,
  genuine: DeliveryMaker,
): Promise<ProbeState> {
  if (effects === undefined) return { says: NO_PROBE }
  const { headers, body } = genuine({ name: 'work', occurredAt: instantOfCase(now, 0, CERTIFICATION_CASE_IDS.length) })
  return usable(() =>
    Effects.calibrated(effects, async () => {
      const answer = await send({ url, certify_case: 'duplicate_worked_once', headers, body })
      if (!isAcknowledged(answer)) throw new UnusableProbe(`A genuine delivery got ${outcome(answer)}.`)
    }),
  )
}

async function begun(probe: ProbeState): Promise<ProbeState> {
  if ('says' in probe) return probe
  return usable(async () => {
    await probe.begin()
    return probe
  })
}

const asked = (effects: Effects, work: Work) => usable(() => effects.since(work))

async function usable<Result>(ask: () => Promise<Result>): Promise<Result | { says: string }> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof UnusableProbe) return { says: error.message }
    throw error
  }
}

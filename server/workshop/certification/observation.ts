import type { CertificationAnswer } from './certify-receiver.ts'

/** The answers in words: `200 after 4 ms, then 409 after 2 ms`. Those of one round are counted. */
export function observation(rounds: readonly (readonly CertificationAnswer[])[]): string {
  return rounds.map(round => (round.length === 1 ? one(round[0]!) : several(round))).join(', then ')
}

export function slowest(round: readonly CertificationAnswer[]): number {
  return Math.max(...round.map(({ duration_ms }) => duration_ms))
}

/** `after 4 ms`. A receiver beside the emulator answers within less than one, but in no case within none. */
function afterMs(ms: number): string {
  if (ms < 0.05) return 'in under 0.1 ms'
  return `after ${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`
}

/** `401`, or why there was no answer. */
export function outcome(answer: CertificationAnswer): string {
  if (answer.status_code === null) return `no answer (${withoutAnswer(answer)})`
  return answer.error === null ? String(answer.status_code) : `${answer.status_code}, broken off (${answer.error})`
}

function one(answer: CertificationAnswer): string {
  return `${outcome(answer)} ${afterMs(answer.duration_ms)}`
}

function several(round: readonly CertificationAnswer[]): string {
  const counts = new Map<string, number>()
  for (const answer of round) counts.set(outcome(answer), (counts.get(outcome(answer)) ?? 0) + 1)
  const listed = [...counts].map(([text, count]) => `${count} × ${text}`).join(', ')
  return `${listed}, the slowest ${afterMs(slowest(round))}`
}

function withoutAnswer({ error }: CertificationAnswer): string {
  return error ?? 'no reason given'
}

const UNREACHABLE =
  'Start the receiver, check its URL, and forward its origin to a local address where needed (--forward, or Forwards in the dashboard).'

/** Why nothing else can be tried when a genuine delivery is not accepted, in one sentence, and what to do about it. */
export function problemWith(
  answer: CertificationAnswer,
  { writesAgain }: { writesAgain: boolean },
): { problem: string; fix: string } {
  const { status_code } = answer
  if (status_code === null) return { problem: `A genuine delivery got ${outcome(answer)}.`, fix: UNREACHABLE }
  const what = `A genuine delivery was answered with ${outcome(answer)}`
  if (writesAgain)
    return {
      problem: `${what}: the receiver verifies a body that it parsed and wrote again, not the bytes that were signed.`,
      fix: 'Verify the bytes as they arrive, before any parser.',
    }
  if (status_code === 401 || status_code === 403)
    return {
      problem: `${what}: the receiver considers its signature invalid.`,
      fix: 'Check that it holds the secret that is given here, whsec_ included, and verifies the raw bytes of the body.',
    }
  if (status_code === 404 || status_code === 405 || status_code === 410)
    return { problem: `${what}: nothing accepts a POST there.`, fix: 'Check the path of the URL.' }
  if (status_code >= 300 && status_code < 400)
    return {
      problem: `${what}: a redirect is never followed.`,
      fix: 'Give the address to which it redirects.',
    }
  if (status_code >= 500) return { problem: `${what}: the receiver failed.`, fix: 'Read its log for the reason.' }
  return { problem: `${what}.`, fix: 'Let it answer 2xx to a genuine delivery; its log may say why it does not.' }
}

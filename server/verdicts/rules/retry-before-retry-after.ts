import { causesOf, earlyFinding } from '../early.ts'
import { Found } from '../found.ts'
import type { Finding } from '../rule.ts'
import { rule } from '../rule.ts'
import { say, spokenBeside } from '../say.ts'
import { Tally } from '../tally.ts'
import type { Early, Wait } from '../waits.ts'

export const retryBeforeRetryAfter = rule<null>({
  id: 'retry_before_retry_after',
  group: 'refusals',
  severity: 'error',
  hears: {},
  rests_on: 'contract/README.md#errors-3',
  begin: () => null,
  end(_, { waits, taken }) {
    const all = waits.broken.filter(({ kind }) => kind !== 'quota')
    const own = all.filter(({ id }) => !taken.has(id))
    const leaves = all.filter(({ id }) => taken.has(id)).map(({ id }) => id)
    const causes = causesOf(own)
    const found = new Found<Finding>()
    for (const wait of own) {
      const finding = findingOf(wait, causes.get(wait.refusal.actor) ?? null)
      if (finding !== undefined) found.add(finding)
    }
    const [passed, open] = [new Tally(), new Tally()]
    for (const kind of ['rate', 'unavailable'] as const) {
      passed.addAll(waits.kept[kind])
      open.addAll(waits.open[kind])
    }
    const more = found.unlisted + waits.unlisted.rate + waits.unlisted.unavailable
    const doubts = waits.doubts.filter(({ kind }) => kind !== 'quota')
    return { passed, open, findings: found.kept, more, leaves, doubts }
  },
})

function findingOf(wait: Wait, cause: string | null): Finding | undefined {
  const isError = wait.grave > 0
  const first = wait.early.find(({ grave }) => grave || !isError)
  if (first === undefined) return undefined
  const message = isError ? messageOf(wait, first) : unawareOf(wait, first)
  return earlyFinding([wait], { severity: isError ? 'error' : 'warning', message, cause, holdsSince: first })
}

function messageOf({ refusal, seconds, grave: requests, light: others }: Wait, first: Early) {
  const figures = {
    early: first.request.seq,
    refused: refusal.seq,
    wait: seconds,
    seconds: spokenBeside(first.by, seconds),
  }
  if (others === 0)
    return requests === 1
      ? say('retry_before_retry_after', 'one', figures)
      : say('retry_before_retry_after', 'several', { ...figures, requests })
  return requests === 1
    ? say('retry_before_retry_after', 'one_besides', { ...figures, others })
    : say('retry_before_retry_after', 'several_besides', { ...figures, requests, others })
}

/** Of those that need not have known of the refusal, where no other is known. */
function unawareOf({ refusal, seconds, early, light: requests }: Wait, first: Early) {
  const figures = {
    early: first.request.seq,
    refused: refusal.seq,
    wait: seconds,
    seconds: spokenBeside(first.by, seconds),
  }
  const [, second] = early
  if (requests === 1) return say('retry_before_retry_after', 'one_unaware', figures)
  if (requests > 2 || second === undefined)
    return say('retry_before_retry_after', 'several_unaware', { ...figures, requests })
  const later = spokenBeside(second.by, seconds)
  return say('retry_before_retry_after', 'two_unaware', { ...figures, second: second.request.seq, later })
}

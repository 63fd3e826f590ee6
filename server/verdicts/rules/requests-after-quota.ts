import { causesOf, earlyFinding } from '../early.ts'
import { Found } from '../found.ts'
import type { Finding } from '../rule.ts'
import { rule } from '../rule.ts'
import { say, spokenBeside } from '../say.ts'
import { type Early, type Wait, waited } from '../waits.ts'

/** From so many early ones of one request it is an error … */
export const ERROR_FROM = 3
/** … none of them longer than this after the last: who looks in now and then is only a bother. */
export const APART_SECONDS = 60

export const requestsAfterQuota = rule<null>({
  id: 'requests_after_quota',
  group: 'refusals',
  severity: 'error',
  hears: {},
  rests_on: 'contract/README.md#errors-2',
  begin: () => null,
  end(_, { waits, taken }) {
    const all = waits.broken.filter(({ kind }) => kind === 'quota')
    const own = all.filter(({ id }) => !taken.has(id))
    const leaves = all.filter(({ id }) => taken.has(id)).map(({ id }) => id)
    const causes = causesOf(own)
    const found = new Found<Finding>()
    for (const wait of own) {
      const finding = findingOf(wait, causes.get(wait.refusal.actor) ?? null)
      if (finding !== undefined) found.add(finding)
    }
    const more = found.unlisted + waits.unlisted.quota
    const doubts = waits.doubts.filter(({ kind }) => kind === 'quota')
    return { passed: waits.kept.quota, open: waits.open.quota, findings: found.kept, more, leaves, doubts }
  },
})

function findingOf(wait: Wait, cause: string | null): Finding | undefined {
  const isUnaware = wait.grave === 0
  const first = wait.early.find(({ grave }) => grave || isUnaware)
  if (first === undefined) return undefined
  const figures = {
    early: first.request.seq,
    refused: wait.refusal.seq,
    wait: wait.seconds,
    seconds: spokenBeside(first.by, wait.seconds),
    count: isUnaware ? wait.light : wait.grave,
  }
  const message =
    isUnaware || wait.light === 0
      ? say('requests_after_quota', isUnaware ? 'unaware' : 'some', figures)
      : say('requests_after_quota', 'some_besides', { ...figures, others: wait.light })
  const severity = insists(wait.early) ? 'error' : 'warning'
  return earlyFinding([wait], { severity, message, cause, holdsSince: first })
}

/** Whether one and the same request came again and again. */
function insists(early: readonly Early[]): boolean {
  const byFingerprint = Map.groupBy(
    early.filter(({ grave }) => grave),
    ({ fingerprint }) => fingerprint,
  )
  return [...byFingerprint.values()].some(same => {
    let inRow = 0
    let last: Early | undefined
    for (const one of same) {
      inRow = last !== undefined && waited(last.ended, one.request.began) <= APART_SECONDS ? inRow + 1 : 1
      if (inRow === ERROR_FROM) return true
      last = one
    }
    return false
  })
}

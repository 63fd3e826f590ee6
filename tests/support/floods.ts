/**
 * A process of its own in which each rule is flooded with what it keeps something of, `count` times. Prints what it then holds, by rule, in MB:
 * `{"double_call": 0.3, …}`. Takes `count` and needs `--expose-gc`.
 */

import type { Answered } from '../../server/contract/answered.ts'
import { Judge } from '../../server/verdicts/judge.ts'
import type { AttemptSeen } from '../../server/verdicts/observations.ts'
import { RULES } from '../../server/verdicts/rules.ts'
import { type Dialling, dialling } from './dialling.ts'
import { ObservedWorld, type RequestSays } from './observed.ts'

const COUNT = Number(process.argv[2])
const WARM_UP = 500
const LONG = 'x'.repeat(1_000)
const EVERY_OTHER = 2

/** What the nth thing is: a request, or an attempt. */
type Flood = (n: number) => [method: string, target: string, says: RequestSays] | Partial<AttemptSeen>

const dials = (how: Dialling): ReturnType<Flood> => ['POST', '/calls/initiate', dialling(how)]
const answered = (n: number): Answered => (n % EVERY_OTHER === 0 ? 'cut' : 'gone')
/** One and the same, and one that was never there before, by turns. */
const sameOrNew = (n: number): number => (n % EVERY_OTHER === 0 ? 0 : n)
const day = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
const pages = (total: number) => ({ page: null, current_page: 1, last_page: total, total })

const FLOODS: Readonly<Record<string, Flood>> = {
  call_without_external_id: n => dials({ to: `03-${n}` }),
  double_call: n => dials({ to: `03-${sameOrNew(n)}`, answered: answered(n) }),
  fresh_external_id_on_retry: n => dials({ to: `03-${sameOrNew(n)}`, as: `${n}`, answered: answered(n) }),
  conflict_not_resolved: n => dials({ as: `${n}`, status: 409 }),
  same_person_twice: n => dials({ to: `03-${sameOrNew(n)}` }),
  duplicate_customer: n => ['POST', '/customers', { status: 201, registered: [n >> 1], answered: answered(n) }],
  one_by_one: () => ['POST', '/customers', { status: 201 }],
  write_without_change: n => ['PUT', `/customers/${n}`, { changed: false, answered: answered(n) }],
  stuck_page: n => [
    'GET',
    n % EVERY_OTHER === 0 ? `/customers?p=${n}` : `/customers?p=1&name=${n}${LONG.slice(0, 400)}`,
    { answer: 1, paging: pages(COUNT) },
  ],
  pages_left_out: n => ['GET', `/customers?name=${n}${LONG}`, { paging: pages(9) }],
  pages_moved: n => ['GET', `/customers?name=${n}${LONG}`, { paging: pages(9) }],
  range_gap: n => ['GET', `/calls?q=${sameOrNew(n)}${LONG}`, { range: { from: day(3 * n), to: day(3 * n + 1) } }],
  range_overlap: n => ['GET', `/calls?q=${sameOrNew(n)}${LONG}`, { range: { from: day(n), to: day(n + 1) } }],
  yesterday_is_today: n => ['GET', '/calls', { range: { from: day(n), to: day(n) } }],
  polls_while_subscribed: n => (n === 0 ? {} : ['GET', `/calls/${sameOrNew(n)}`, { answer: 1 }]),
  same_read_again: n => ['GET', `/customers/${sameOrNew(n)}`, { answer: 1 }],
  slow_acknowledgement: n => ({
    url: `https://crm.example.com/${sameOrNew(n)}${LONG}`,
    status: null,
    error: 'total_timeout',
  }),
  works_before_answering: n => (n % EVERY_OTHER === 0 ? ['GET', `/customers/${n}`, {}] : { timeout_ms: n }),
  redirects: n => ({ url: `https://crm.example.com/${sameOrNew(n)}${LONG}`, status: 301 }),
  refuses_repeat: n => {
    const first = n < 4 ? { delivery_id: `${n}`, status: 200 } : undefined
    return (
      first ?? (n % EVERY_OTHER === 0 ? { delivery_id: '0', status: 409 } : { url: `https://${n}.example.com/${LONG}` })
    )
  },
  accepts_forged: n => ({ url: `https://crm.example.com/${sameOrNew(n)}${LONG}`, forged: 'tampered' }),
  repeat_has_effect: n => (n % EVERY_OTHER === 0 ? ['POST', '/customers', { fingerprint: n }] : {}),
  two_webhooks_one_url: () => ['POST', '/webhooks', { status: 201 }],
  webhooks_left_behind: () => ['POST', '/webhooks', { status: 201 }],
  loss_not_reconciled: n => ['GET', '/calls', { range: { from: day(n), to: day(n + 20) } }],
}

function flood(judge: Judge, what: Flood, count: number): void {
  const world = new ObservedWorld()
  const clients = Array.from({ length: 200 }, (_, n) => world.client({ tenant: n < 100 ? 'pro' : `tenant ${n}` }))
  for (let n = 0; n < count; n++) {
    const said = what(n)
    // The first half comes from two hundred clients, the other from one, which is not forgotten any more.
    const client = clients[n < count / 2 ? n % clients.length : 0]
    if (Array.isArray(said)) client?.sends(said[0], said[1], { takes: 0.001, ...said[2] })
    else world.attempt({ takes: 0.3, ...said })
    judge.hears(world.observations)
    world.observations.length = 0
  }
}

function held(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1_024 ** 2
}

function flooded(id: string, what: Flood, count: number): Judge {
  const rules = RULES.filter(one => one.id === id)
  if (rules.length === 0) throw new Error(`${id} is no rule.`)
  const judge = new Judge(rules, ({ options }) => options ?? {})
  flood(judge, what, count)
  return judge
}

// Once over, so that what is compiled on the way is not counted.
for (const [id, what] of Object.entries(FLOODS)) flooded(id, what, WARM_UP)
const report: Record<string, number> = {}
const judges: Judge[] = []
for (const [id, what] of Object.entries(FLOODS)) {
  const before = held()
  judges.push(flooded(id, what, COUNT))
  report[id] = held() - before
}
process.stdout.write(JSON.stringify(report))

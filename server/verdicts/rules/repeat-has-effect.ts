import type { Case } from '../cases.ts'
import { Draft, type Glimpse, glimpse } from '../found.ts'
import { acknowledges } from '../receivers.ts'
import { Recent } from '../recent.ts'
import { type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

/** Of real time: what a receiver does follows soon. */
export const FOLLOWS_US = 5_000_000
const MOST_TENANTS = 64
const MOST_WRITES = 128
const MOST_SPELLS = 64

/** An attempt and the time after it in which its effects show. */
interface Spell {
  readonly delivery_id: string
  readonly began_us: number
  readonly acknowledged: boolean
  until_us: number
  /** Another delivery came close, so that nobody can tell which of them a write followed. */
  mixed: boolean
}

interface Write {
  readonly request: Glimpse
  readonly fingerprint: number
}

interface Tenant {
  readonly spells: Spell[]
  readonly writes: Write[]
}

interface State {
  readonly tenants: Recent<string, Tenant>
}

export const repeatHasEffect = rule<State>({
  id: 'repeat_has_effect',
  group: 'receiver',
  severity: 'warning',
  hears: { requests: { status: status => status < 300 }, attempts: true },
  rests_on: 'contract/README.md#delivery',
  begin: () => ({ tenants: new Recent(MOST_TENANTS) }),
  sees(request, { tenants }) {
    const { method, actor, changed, fingerprint } = request
    // An update that changes nothing has no effect.
    if (method === 'GET' || actor.tenant === null || changed === false) return
    const { writes } = tenants.of(actor.tenant, begin)
    writes.push({ request: glimpse(request), fingerprint })
    if (writes.length > MOST_WRITES) writes.shift()
  },
  attempts(attempt, { tenants }) {
    const { delivery_id, began, ended } = attempt
    const { spells } = tenants.of(attempt.tenant, begin)
    const acknowledged = acknowledges(attempt) && attempt.forged === null
    const spell: Spell = {
      delivery_id,
      began_us: began.real_us,
      acknowledged,
      until_us: ended.real_us + FOLLOWS_US,
      mixed: false,
    }
    for (const other of spells) meet(other, spell)
    spells.push(spell)
    if (spells.length > MOST_SPELLS) spells.shift()
  },
  end({ tenants }, { standing: { now, ended } }) {
    const [passed, open] = [new Tally(), new Tally()]
    const findings: Finding[] = []
    for (const tenant of tenants.values()) {
      for (const repeats of repeatsIn(tenant)) {
        const over = ended || repeats.every(({ until_us }) => until_us < now.real_us)
        const twice = writtenTwice(repeats, tenant)
        if (twice !== undefined) findings.push(finding(twice, repeats, over))
        else if (over) passed.addCase(null, caseBy(repeats))
        else open.addCase(null, caseBy(repeats))
        if (!over) open.lapses((Math.max(...repeats.map(({ until_us }) => until_us)) - now.real_us) / 1e6)
      }
    }
    return { passed, open, findings }
  },
})

const begin = (): Tenant => ({ spells: [], writes: [] })

/** Of one delivery the later spell ends the earlier one; of two, neither is clear where they meet. */
function meet(before: Spell, after: Spell): void {
  if (before.until_us <= after.began_us) return
  if (before.delivery_id === after.delivery_id) before.until_us = after.began_us
  else {
    before.mixed = true
    after.mixed = true
  }
}

/** Clear spells of deliveries that were acknowledged more than once. */
function repeatsIn({ spells }: Tenant): Spell[][] {
  const clear = spells.filter(({ acknowledged, mixed }) => acknowledged && !mixed)
  const byDelivery = Map.groupBy(clear, ({ delivery_id }) => delivery_id)
  return [...byDelivery.values()].filter(({ length }) => length > 1)
}

/** Two equal writes in different spells of the delivery, unless the tenant writes the same at other times too. */
function writtenTwice(repeats: readonly Spell[], { writes }: Tenant): [Glimpse, Glimpse] | undefined {
  const spellOf = ({ request: { began } }: Write) =>
    repeats.findIndex(({ began_us, until_us }) => began.real_us >= began_us && began.real_us < until_us)
  for (const equal of Map.groupBy(writes, ({ fingerprint }) => fingerprint).values()) {
    const spells = equal.map(spellOf)
    if (spells.includes(-1)) continue
    const second = spells.findIndex(spell => spell !== spells[0])
    const [first, again] = [equal[0], equal[second]]
    if (first !== undefined && again !== undefined) return [first.request, again.request]
  }
  return undefined
}

function caseBy(repeats: readonly Spell[]): Case {
  const deliveries = repeats.slice(0, 1).map(({ delivery_id }) => delivery_id)
  return { decided_us: Math.max(...repeats.map(({ until_us }) => until_us)), evidence: [], deliveries }
}

function finding([first, second]: [Glimpse, Glimpse], repeats: readonly Spell[], over: boolean): Finding {
  const delivery = repeats[0]?.delivery_id ?? ''
  const draft = Draft.by(second, delivery)
  draft.add(first)
  draft.add(second)
  draft.addDelivery(delivery)
  const message = say('repeat_has_effect', 'some', { first: first.seq, second: second.seq })
  return draft.finding({ severity: 'warning', message, provisional: over ? undefined : true })
}

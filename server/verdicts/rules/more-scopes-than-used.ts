import { MOST_ACTORS } from '../bounds.ts'
import { caseOf } from '../cases.ts'
import { Draft, type Glimpse, glimpse } from '../found.ts'
import { listed } from '../listed.ts'
import type { Standing } from '../observations.ts'
import { Recent } from '../recent.ts'
import { type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

/** What was asked for with a key. */
interface Used {
  readonly first: Glimpse
  readonly scopes: Set<string>
}

type Key = Standing['keys'][number]

export const moreScopesThanUsed = rule<Recent<string, Used>>({
  id: 'more_scopes_than_used',
  group: 'keys',
  severity: 'information',
  hears: { requests: 'all' },
  rests_on: 'contract/README.md#auth-2',
  begin: () => new Recent(MOST_ACTORS),
  sees(request, used) {
    const { actor, scope } = request
    if (actor.tenant === null || actor.key === null) return
    const name = nameOf({ tenant: actor.tenant, key: actor.key })
    const { scopes } = used.of(name, () => ({ first: glimpse(request), scopes: new Set() }))
    if (scope !== null) scopes.add(scope)
  },
  end(used, { standing: { keys } }) {
    const passed = new Tally()
    const findings: Finding[] = []
    for (const key of keys) {
      const its = used.peek(nameOf(key))
      if (its === undefined) continue
      const spare = key.scopes.filter(scope => !its.scopes.has(scope))
      if (spare.length === 0) passed.addCase(its.first.actor, caseOf(its.first))
      else findings.push(findingOf(key, its, spare))
    }
    return { passed, open: new Tally(), ...listed(findings) }
  },
})

const nameOf = ({ tenant, key }: Pick<Key, 'tenant' | 'key'>) => `${tenant} ${key}`

function findingOf({ tenant, key }: Key, { first, scopes }: Used, spare: readonly string[]): Finding {
  const used = [...scopes].sort().join(', ')
  const message =
    used === ''
      ? say('more_scopes_than_used', 'none', { key, spare: spare.join(', ') })
      : say('more_scopes_than_used', 'spare', { key, spare: spare.join(', '), used })
  const draft = Draft.by(first, nameOf({ tenant, key }))
  return draft.finding({ severity: 'information', message, provisional: true })
}

import { MOST_ACTORS } from '../bounds.ts'
import { caseOf } from '../cases.ts'
import { Draft } from '../found.ts'
import { listed } from '../listed.ts'
import { Recent } from '../recent.ts'
import { type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

interface Shown {
  readonly draft: Draft
  readonly key: string
}

interface State {
  /** By actor and by what may be shown of the key. */
  readonly shown: Recent<string, Shown>
  readonly passed: Tally
}

export const keyInUrl = rule<State>({
  id: 'key_in_url',
  group: 'keys',
  severity: 'error',
  hears: { requests: 'all' },
  rests_on: 'contract/README.md#auth-1',
  begin: () => ({ shown: new Recent(MOST_ACTORS), passed: new Tally() }),
  sees(request, { shown, passed }) {
    const { actor, key_in_url: key } = request
    if (key === null) {
      // Who sends nothing for a key has none to keep out of the address.
      if (actor.key !== null) passed.addCase(actor, caseOf(request))
      return
    }
    const name = `${actor.id}:${key}`
    shown.of(name, () => ({ draft: Draft.by(request, name), key })).draft.add(request)
  },
  end({ shown, passed }) {
    return { passed, open: new Tally(), ...listed([...shown.values()].map(findingOf)) }
  },
})

function findingOf({ draft, key }: Shown): Finding {
  const first = draft.evidence[0]?.request.seq ?? 0
  const message = say('key_in_url', 'found', { key, count: draft.times, first })
  return draft.finding({ severity: 'error', message })
}

import { MOST_ACTORS } from '../bounds.ts'
import { Draft } from '../found.ts'
import { listed } from '../listed.ts'
import { Recent } from '../recent.ts'
import { type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

interface Presented {
  readonly draft: Draft
  readonly key: string
}

/** By what may be shown of the key: whoever sends it, it is one leak. */
type State = Recent<string, Presented>

export const foreignKey = rule<State>({
  id: 'foreign_key',
  group: 'keys',
  severity: 'warning',
  hears: { requests: 'all' },
  rests_on: 'good manners',
  begin: () => new Recent(MOST_ACTORS),
  sees(request, presented) {
    const { foreign_key: key } = request
    if (key !== null) presented.of(key, () => ({ draft: Draft.by(request, key), key })).draft.add(request)
  },
  end(presented) {
    return { passed: new Tally(), open: new Tally(), ...listed([...presented.values()].map(findingOf)) }
  },
})

function findingOf({ draft, key }: Presented): Finding {
  const first = draft.evidence[0]?.request.seq ?? 0
  const message = say('foreign_key', 'found', { key, count: draft.times, first })
  return draft.finding({ severity: 'warning', message })
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { politeWorld } from '../../../tests/support/polite-clients.ts'
import { said } from '../../../tests/support/said.ts'
import { Judge } from '../judge.ts'
import { RULES } from '../rules.ts'

const JUDGED = RULES.filter(({ group }) => ['writes', 'reads', 'receiver'].includes(group))

/** Where somebody who does well is seen to do so. */
const MET = [
  'fresh_external_id_on_retry',
  'double_call',
  'conflict_not_resolved',
  'duplicate_customer',
  'one_by_one',
  'write_without_change',
  'pages_left_out',
  'stuck_page',
  'range_gap',
  'polls_while_subscribed',
  'slow_acknowledgement',
  'redirects',
  'refuses_repeat',
  'accepts_forged',
  'repeat_has_effect',
]

test('whoever writes, reads and answers as documented is never accused, however many work side by side and wherever the clock goes', () => {
  const met = new Set<string>()
  fc.assert(
    fc.property(politeWorld, fc.boolean(), (world, ended) => {
      const judge = new Judge(JUDGED, ({ options }) => options ?? {})
      judge.hears(world.observations)
      for (const [id, { findings, passed }] of judge.outcomes(world.standing({ ended }))) {
        expect(findings.filter(({ severity }) => severity !== 'information').map(said)).toEqual([])
        if (passed.total > 0) met.add(id)
      }
    }),
    { numRuns: 200, seed: 20_260_310 },
  )
  expect(MET.filter(id => !met.has(id))).toEqual([])
})

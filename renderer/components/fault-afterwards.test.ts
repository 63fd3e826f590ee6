import { expect, test } from 'vitest'
import { actingOf } from './fault-afterwards.ts'

const step = (effect: object) => ({ gate: 'fault', outcome: 'passed' as const, figures: { fault_id: 2, ...effect } })

test.each([
  [{ latency: 'PT1S' }, { answered: 'whole', unanswered: null }, 'acted'],
  [{ latency: 'PT1S' }, { answered: null, unanswered: 'now' }, 'acts'],
  // It was holding the answer when its client left, or when the world was forked.
  [{ latency: 'PT1S' }, { answered: 'gone', unanswered: null }, 'acted'],
  [{ latency: 'PT1S' }, { answered: null, unanswered: 'at_fork' }, 'acted'],
  [{ drop: true }, { answered: 'cut', unanswered: null }, 'acted'],
  // Of an earlier process, whose answers have all left.
  [{ drop: true }, { answered: null, unanswered: null }, 'acted'],
  [{ drop: true, latency: 'PT1S' }, { answered: null, unanswered: 'now' }, 'acts'],
  [{ drop: true, latency: 'PT1S' }, { answered: 'gone', unanswered: null }, 'was_to_act'],
  [{ truncate: 0, latency: 'PT1S' }, { answered: null, unanswered: 'at_save' }, 'was_to_act'],
] as const)('A fault that does %j to an answer that is %j %s', (effect, fate, acting) => {
  expect(actingOf(step(effect), fate)).toBe(acting)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyWorld } from '../../../tests/support/any-client.ts'
import { plain } from '../../../tests/support/judged.ts'
import type { ObservedWorld } from '../../../tests/support/observed.ts'
import { said } from '../../../tests/support/said.ts'
import type { VerdictText } from '../../contract/verdict-sentences/verdict-text.ts'
import { VERDICT_SENTENCES, type VerdictId } from '../../contract/verdict-sentences.ts'
import { MOST_CASES, MOST_EVIDENCE, MOST_FINDINGS } from '../bounds.ts'
import { Judge } from '../judge.ts'
import type { Standing } from '../observations.ts'
import { RULES } from '../rules.ts'
import { stateOf } from '../verdict-views.ts'
import { WorldVerdicts } from '../world-verdicts.ts'

/** Rules that may pass without a case that shows it, and why. */
const COUNTS_ONLY: readonly string[] = [
  // A stronger rule may take back all that is shown, while others of the same client passed that are no longer kept.
  'endless_retries',
]
/** Rules whose findings are of all callers of a tenant together. */
const OF_NOBODY_ALONE: readonly string[] = ['wasted_quota']

const textOf = (rule: string): VerdictText => VERDICT_SENTENCES[rule as VerdictId]

/** Webhooks, events and days that give the rules on them something to judge. */
function standing(world: ObservedWorld, ended: boolean): Standing {
  const webhook = (webhook_id: number) => ({
    webhook_id,
    tenant: 'pro',
    url: 'https://a.example.com/',
    events: ['call.completed'],
    filters: null,
    enabled: true,
    of_the_run: true,
  })
  return world.standing({
    ended,
    webhooks: [1, 2, 3, 4, 5, 6].map(webhook),
    suppressed: [
      { tenant: 'pro', at: Date.parse('2026-03-10T01:00:00Z'), resets_at: Date.parse('2026-03-10T15:00:00Z') },
    ],
    counted: ['2026-03-10', '2026-03-11'].map(day => ({ tenant: 'pro', day, requests: 60 })),
  })
}

const judging = () => new Judge(RULES, ({ options }) => options ?? {})
const allOf = (judge: Judge, at: Standing) =>
  JSON.stringify([...judge.outcomes(at)].map(([id, outcome]) => [id, plain(outcome)]))

test('whatever clients do, all rules say the same in any batching, and whenever they were asked in between', () => {
  fc.assert(
    fc.property(anyWorld, fc.array(fc.nat(120), { maxLength: 8 }), fc.boolean(), (world, cuts, ended) => {
      const { observations } = world
      const atOnce = judging()
      atOnce.hears(observations)
      const inBatches = judging()
      let from = 0
      for (const cut of [...cuts.toSorted((a, b) => a - b), observations.length]) {
        inBatches.hears(observations.slice(from, cut))
        inBatches.outcomes(standing(world, !ended))
        from = Math.max(from, cut)
      }
      expect(allOf(inBatches, standing(world, ended))).toBe(allOf(atOnce, standing(world, ended)))
    }),
    { numRuns: 100, seed: 20_260_310 },
  )
})

test('whatever clients do, each finding has its figures, an id of its own and bounds', () => {
  const spoken = new Set<string>()
  fc.assert(
    fc.property(anyWorld, world => {
      const judge = judging()
      judge.hears(world.observations)
      for (const [rule, { findings, passed, open }] of judge.outcomes(standing(world, true))) {
        for (const finding of findings) {
          expect(said(finding)).not.toMatch(/NaN|undefined|null|Infinity|\s-\d/)
          expect(finding.message.id.split('.')[0]).toBe(rule)
          expect(finding.evidence.length).toBeLessThanOrEqual(MOST_EVIDENCE)
          spoken.add(rule)
        }
        const isOnCallers = RULES.find(({ id }) => id === rule)?.group !== 'receiver'
        // Otherwise everyone would stand otherwise to the rule than the only caller that there is.
        if (isOnCallers) expect([rule, passed.of(null), open.of(null)]).toEqual([rule, 0, 0])
        if (isOnCallers && !OF_NOBODY_ALONE.includes(rule))
          expect([rule, findings.filter(({ actor }) => actor === null).length]).toEqual([rule, 0])
        expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length)
        expect(findings.length).toBeLessThanOrEqual(MOST_FINDINGS)
        expect(Math.min(passed.total, open.total)).toBeGreaterThanOrEqual(0)
        // Whoever sees that a case is open wants to know what decides it.
        if (open.total > 0) expect([rule, textOf(rule).open]).toEqual([rule, expect.stringMatching(/^Decided .*[.]$/)])
        for (const actor of passed.actors()) {
          const [cases, times] = [passed.casesOf(actor).length, passed.of(actor)]
          expect(cases).toBeLessThanOrEqual(Math.min(times, MOST_CASES))
          if (times > 0 && !COUNTS_ONLY.includes(rule)) expect([rule, cases]).not.toEqual([rule, 0])
        }
      }
    }),
    { numRuns: 200, seed: 20_260_310 },
  )
  expect(spoken.size).toBeGreaterThan(15)
})

test('of the only caller it is said what is said of everyone', () => {
  const states = new Set<string>()
  fc.assert(
    fc.property(anyWorld, world => {
      const [first] = world.observations.flatMap(seen => (seen.kind === 'request' ? [seen.actor] : []))
      if (first === undefined) return
      const verdicts = new WorldVerdicts()
      verdicts.hears(world.observations.map(seen => (seen.kind === 'request' ? { ...seen, actor: first } : seen)))
      for (const { rule, group, state, met, callers } of verdicts.rows(standing(world, true))) {
        if (group === 'receiver') continue
        const [only = { passed: 0, failed: 0, expected: 0 }, ...others] = callers
        expect([rule, others]).toEqual([rule, []])
        expect([rule, state, met]).toEqual([
          rule,
          stateOf({ failed: only.failed, expected: only.expected, met }),
          only.passed + only.failed,
        ])
        states.add(`${rule} ${state}`)
      }
    }),
    { numRuns: 100, seed: 20_260_310 },
  )
  expect(states.size).toBeGreaterThan(40)
})

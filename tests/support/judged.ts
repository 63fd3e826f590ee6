import fc from 'fast-check'
import { Judge } from '../../server/verdicts/judge.ts'
import type { Standing } from '../../server/verdicts/observations.ts'
import type { Outcome, Rule, RuleOptions } from '../../server/verdicts/rule.ts'
import { RULES } from '../../server/verdicts/rules.ts'
import type { Tally } from '../../server/verdicts/tally.ts'
import type { ObservedWorld } from './observed.ts'

interface Asked {
  readonly options?: RuleOptions | undefined
  readonly standing?: Partial<Standing> | undefined
}

/** What one rule says of a world. */
export function outcomeOf(rule: Rule, world: ObservedWorld, { options, standing }: Asked = {}): Outcome {
  const judge = new Judge([rule], () => ({ ...rule.options, ...options }))
  judge.hears(world.observations)
  return judge.outcomes(world.standing(standing)).get(rule.id) as Outcome
}

/** The findings of all rules that are errors or warnings: `double_call: error`. */
export function accusations(world: ObservedWorld, standing: Partial<Standing> = {}): string[] {
  const judge = new Judge(RULES, rule => rule.options ?? {})
  judge.hears(world.observations)
  return [...judge.outcomes(world.standing(standing))]
    .flatMap(([id, { findings }]) => findings.map(({ severity }) => `${id}: ${severity}`))
    .filter(text => !text.endsWith('information'))
}

/** That a rule says the same however the observations are handed over, and whenever it was asked in between. */
export function saysTheSameInAnyBatching(rule: Rule, world: ObservedWorld, { options, standing }: Asked = {}): void {
  const { observations } = world
  const atOnce = plain(outcomeOf(rule, world, { options, standing }))
  fc.assert(
    fc.property(fc.array(fc.nat(observations.length)), cuts => {
      const judge = new Judge([rule], () => ({ ...rule.options, ...options }))
      let from = 0
      for (const cut of [...cuts.sort((a, b) => a - b), observations.length]) {
        judge.hears(observations.slice(from, cut))
        judge.outcomes({ ...world.standing(standing), ended: false })
        from = cut
      }
      const said = judge.outcomes(world.standing(standing)).get(rule.id) as Outcome
      return JSON.stringify(plain(said)) === JSON.stringify(atOnce)
    }),
    { numRuns: 50 },
  )
}

/** The requests and deliveries of the cases that were handled well, in their order. */
export const casesOf = ({ passed }: Outcome): (number | string)[][] =>
  [...passed.actors()].flatMap(actor =>
    passed
      .casesOf(actor)
      .map(({ evidence, deliveries }) => [...evidence.map(({ request }) => request.seq), ...deliveries]),
  )

/** An outcome as data that can be compared and printed. */
export function plain(outcome: Outcome) {
  const { passed, open, findings, more } = outcome
  return {
    passed: timesOf(passed),
    cases: casesOf(outcome),
    open: timesOf(open),
    findings: findings.map(finding => ({
      ...finding,
      actor: finding.actor?.id ?? null,
      wasted: [...(finding.wasted ?? [])],
    })),
    more: more ?? 0,
  }
}

const timesOf = (tally: Tally): [actor: number, times: number][] =>
  [...tally.actors()]
    .map((actor): [number, number] => [actor?.id ?? 0, tally.of(actor)])
    .sort(([one], [two]) => one - two)

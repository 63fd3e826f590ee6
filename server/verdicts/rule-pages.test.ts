import { expect, test } from 'vitest'
import { playLines } from '../../tests/support/played-lines.ts'
import { RULE_PAGES } from '../contract/rule-pages.ts'
import { filled } from '../contract/sentences.ts'
import { Judge } from './judge.ts'
import { figuresOf } from './rule-figures.ts'
import { RULES } from './rules.ts'

type RuleId = keyof typeof RULE_PAGES

const PAGES = RULES.map(({ id }) => [id, RULE_PAGES[id as RuleId]] as const)

/** How many findings each rule has in the exchange of some lines. */
function foundIn(id: string, lines: readonly string[]): Map<string, number> {
  const { world, standing } = playLines(lines.map(line => filled(line, figuresOf(id))))
  const judge = new Judge(RULES, ({ options }) => options ?? {})
  judge.hears(world.observations)
  return new Map([...judge.outcomes(world.standing(standing))].map(([rule, { findings }]) => [rule, findings.length]))
}

test('each rule has a page, and no page is of anything else', () => {
  expect(Object.keys(RULE_PAGES).sort()).toEqual(RULES.map(({ id }) => id).sort())
})

test.each(PAGES)('the bad exchange on the page of %s is found by it, and the good one is not', (id, { bad, good }) => {
  expect([id, foundIn(id, bad).get(id)]).not.toEqual([id, 0])
  expect([id, foundIn(id, good).get(id)]).toEqual([id, 0])
})

test.each(PAGES)('the page of %s has its figures from the rule', (id, { finds, bad, good, spares, why }) => {
  const names = [finds, why, spares, ...bad, ...good].flatMap(text =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name),
  )
  const figures = figuresOf(id)
  expect(names.filter(name => name !== undefined && !Number.isFinite(figures[name]))).toEqual([])
  expect(Object.keys(figures).filter(name => !names.includes(name))).toEqual([])
})

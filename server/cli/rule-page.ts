import { RULE_PAGES } from '../contract/rule-pages.ts'
import { filled } from '../contract/sentences.ts'
import { groundOf } from '../contract/verdict-sentences/grounds.ts'
import type { VerdictText } from '../contract/verdict-sentences/verdict-text.ts'
import { VERDICT_SENTENCES, type VerdictId } from '../contract/verdict-sentences.ts'
import { figuresOf } from '../verdicts/rule-figures.ts'
import { RULES } from '../verdicts/rules.ts'
import { facts } from './output.ts'

/** All that is known of a rule, for a terminal: what it finds, an exchange that it finds and one that it does not, and how to mend a client. */
export function rulePage(id: VerdictId): string {
  const { says, fix, open }: VerdictText = VERDICT_SENTENCES[id]
  if (id === 'expectation_not_met')
    return facts([
      ['Rule', id],
      ['Says', says],
      ['Severity', 'error'],
      ['Rests on', 'POST /verdicts/expect'],
      ['How to mend it', fix],
    ])
  const { finds, why, bad, good, spares } = RULE_PAGES[id]
  const rule = RULES.find(one => one.id === id)
  const figures = figuresOf(id)
  const told = (text: string) => filled(text, figures)
  const options = Object.entries(rule?.options ?? {}).map(([name, value]) => `${name}: ${value}`)
  const lines = (title: string, steps: readonly string[]) =>
    steps.map((step, index): [string, string] => [index === 0 ? title : '', told(step)])
  return facts([
    ['Rule', id],
    ['Says', says],
    ['Severity', rule?.severity],
    ['What it finds', told(finds)],
    ['Why it matters', told(why)],
    ...lines('Bad', bad),
    ...lines('Good', good),
    ['How to mend it', fix],
    ...(open === undefined ? [] : [['What decides it', open] as [string, string]]),
    ['Not judged', told(spares)],
    ['Rests on', placeOf(rule?.rests_on ?? '')],
    ['Settings', ['severity', ...options].join(', ')],
    ['', `--verdicts ${id}=off, or "verdicts" in the config file`],
  ])
}

/** The ground in words, and where it is written down. */
function placeOf(rests_on: string): string {
  const ground = groundOf(rests_on)
  return ground === rests_on ? ground : `${ground} (server/${rests_on})`
}

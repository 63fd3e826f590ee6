import { RULE_PAGES } from '../contract/rule-pages.ts'
import { filled } from '../contract/sentences.ts'
import { groundOf } from '../contract/verdict-sentences/grounds.ts'
import type { VerdictText } from '../contract/verdict-sentences/verdict-text.ts'
import { VERDICT_SENTENCES, type VerdictId } from '../contract/verdict-sentences.ts'
import { figuresOf } from '../verdicts/rule-figures.ts'
import { RULES } from '../verdicts/rules.ts'
import { facts } from './output.ts'

/** All that is known of a rule: what it finds, an exchange that it finds and one that it does not, and how to mend a client. */
interface RuleFacts {
  readonly rule: VerdictId
  readonly says: string
  readonly severity: string
  readonly finds: string | null
  readonly why: string | null
  /** One step a line; empty for an expectation of a test, which is no rule about clients. */
  readonly bad: readonly string[]
  readonly good: readonly string[]
  readonly fix: string
  /** What would decide what is in doubt. */
  readonly open: string | null
  readonly spares: string | null
  readonly rests_on: string
  /** What can be set besides its severity, with the defaults. */
  readonly options: Readonly<Record<string, unknown>>
}

export function ruleFacts(id: VerdictId): RuleFacts {
  const { says, fix, open }: VerdictText = VERDICT_SENTENCES[id]
  if (id === 'expectation_not_met') {
    const none = { finds: null, why: null, bad: [], good: [], spares: null, options: {} }
    return { rule: id, says, severity: 'error', ...none, fix, open: open ?? null, rests_on: 'POST /verdicts/expect' }
  }
  const { finds, why, bad, good, spares } = RULE_PAGES[id]
  const rule = RULES.find(one => one.id === id)
  const figures = figuresOf(id)
  const told = (text: string) => filled(text, figures)
  return {
    rule: id,
    says,
    severity: rule?.severity ?? '',
    finds: told(finds),
    why: told(why),
    bad: bad.map(told),
    good: good.map(told),
    fix,
    open: open ?? null,
    spares: told(spares),
    rests_on: placeOf(rule?.rests_on ?? ''),
    options: { ...rule?.options },
  }
}

/** The same for a terminal. */
export function rulePage({ rule, says, severity, finds, why, bad, good, fix, open, ...more }: RuleFacts): string {
  const known: [string, string][] = [
    ['Rule', rule],
    ['Says', says],
    ['Severity', severity],
  ]
  if (finds === null) return facts([...known, ['Rests on', more.rests_on], ['How to fix it', fix]])
  const lines = (title: string, steps: readonly string[]) =>
    steps.map((step, index): [string, string] => [index === 0 ? title : '', step])
  const options = Object.entries(more.options).map(([name, value]) => `${name}: ${value}`)
  return facts([
    ...known,
    ['What it finds', finds],
    ['Why it matters', why],
    ...lines('Bad', bad),
    ...lines('Good', good),
    ['How to fix it', fix],
    ...(open === null ? [] : [['What decides it', open] as [string, string]]),
    ['Not judged', more.spares],
    ['Rests on', more.rests_on],
    ['Settings', ['severity', ...options].join(', ')],
    ['', `--verdicts ${rule}=off, or "verdicts" in the config file`],
  ])
}

/** The ground in words, and where it is written down. */
function placeOf(rests_on: string): string {
  const ground = groundOf(rests_on)
  return ground === rests_on ? ground : `${ground} (server/${rests_on})`
}

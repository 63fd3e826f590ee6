import { filled, pluralOf } from '../../server/contract/sentences.ts'
import { VERDICT_SENTENCES } from '../../server/contract/verdict-sentences.ts'
import type { Finding, Outcome } from '../../server/verdicts/rule.ts'

/** A finding as it is told: `error: #2 placed a second call …`. Throws when the sentence asks for a figure that was not given, or is given another. */
export function said({ severity, message }: Pick<Finding, 'severity' | 'message'>): string {
  const [rule = '', name = ''] = message.id.split('.')
  const messages: Readonly<Record<string, string>> = VERDICT_SENTENCES[rule as keyof typeof VERDICT_SENTENCES].messages
  const template = messages[name] ?? messages[pluralOf(name, message.figures.count)]
  // Of one, some figures are said in words; of several, all.
  const fullest = messages[name] ?? messages[pluralOf(name, undefined)]
  if (template === undefined || fullest === undefined) throw new Error(`There is no message ${message.id}.`)
  const wanted = figuresOf(fullest)
  const unknown = figuresOf(template).filter(figure => !wanted.includes(figure))
  if (unknown.length > 0) throw new Error(`${message.id} of one takes ${unknown.join()}, of several not.`)
  const given = Object.keys(message.figures)
    .filter(figure => !isPart(figure, template))
    .sort()
  if (wanted.join() !== given.join()) throw new Error(`${message.id} takes ${wanted.join()}, not ${given.join()}.`)
  return `${severity}: ${filled(template, message.figures)}`
}

const figuresOf = (template: string): string[] =>
  [
    ...new Set(Array.from(template.matchAll(/\{\{(\w+)(?:, (?:duration|clocks))?\}\}/g), match => match[1] ?? '')),
  ].sort()

/** Whether a figure is what a clock shows of a wait that the sentence tells on both of them. */
const isPart = (figure: string, template: string): boolean =>
  /^(\w+)_(?:real|emulated|moved)$/.test(figure) && template.includes(`{{${figure.replace(/_\w+$/, '')}, clocks}}`)

/** All that a rule says, and how often it passed and is open. */
export function told({ findings, passed, open }: Outcome) {
  return { findings: findings.map(said), passed: passed.total, open: open.total }
}

/** The requests of each finding, by their numbers. */
export const evidenceOf = ({ findings }: Outcome): number[][] =>
  findings.map(({ evidence }) => evidence.map(({ request: { seq } }) => seq))

import { type Rule, type RuleOptions, SEVERITIES, type Severity } from './rule.ts'
import { RULES } from './rules.ts'

/** What a team sets for a rule: `"off"`, `"error"`, or `{ "severity": "error", "from": 50 }`. */
export type RuleSetting = 'off' | Severity | ({ readonly severity?: 'off' | Severity | undefined } & RuleOptions)

/** By the id of the rule; `"off"` for all of them. */
export type VerdictSettings = 'off' | { readonly [rule: string]: RuleSetting }

/** What is in force for a rule. */
export interface InForce {
  readonly severity: 'off' | Severity
  readonly options: RuleOptions
}

const LEAST_FROM = 2
export const MOST_FROM = 10_000

const byDefault = (rule: Rule): InForce => ({ severity: rule.severity, options: rule.options ?? {} })

export function inForce(rule: Rule, setting: RuleSetting | undefined): InForce {
  const ordinary = byDefault(rule)
  if (setting === undefined) return ordinary
  if (typeof setting === 'string') return { ...ordinary, severity: setting }
  const { severity = ordinary.severity, ...options } = setting
  return { severity, options: { ...ordinary.options, ...options } }
}

/**
 * The severity of a finding when a team has set one for its rule. A rule may find it lighter or graver than it ordinarily is: lighter by as
 * many steps as before, graver only as far as the rule itself goes.
 */
export function severityOf(found: Severity, { severity: ordinary }: Rule, set: Severity): Severity {
  const [rank, own, wanted] = [found, ordinary, set].map(rankOf) as [number, number, number]
  const moved = rank + wanted - own
  if (rank <= own || wanted < own) return at(moved)
  return at(Math.max(wanted, rank))
}

const rankOf = (severity: Severity) => SEVERITIES.indexOf(severity)
const at = (rank: number): Severity => SEVERITIES[Math.min(Math.max(rank, 0), SEVERITIES.length - 1)] as Severity

/** What is wrong with a setting, by where it stands; nothing when it can be taken. */
export function faultsOf(settings: unknown): Record<string, string> {
  if (settings === 'off') return {}
  if (!isObject(settings))
    return { '': `Must be "off" or an object from rules to settings (got ${JSON.stringify(settings)}).` }
  const faults: Record<string, string> = {}
  for (const [id, setting] of Object.entries(settings)) {
    const rule = RULES.find(one => one.id === id)
    if (rule === undefined) faults[id] = `There is no such rule. Rules: ${RULES.map(one => one.id).join(', ')}.`
    else Object.assign(faults, faultsOfRule(rule, setting))
  }
  return faults
}

/** The same of one rule. */
export function faultsOfRule(rule: Rule, setting: unknown): Record<string, string> {
  const severities = ['off', ...SEVERITIES]
  const wrongSeverity = (value: unknown) => `Must be one of ${severities.join(', ')} (got ${JSON.stringify(value)}).`
  if (typeof setting === 'string') return severities.includes(setting) ? {} : { [rule.id]: wrongSeverity(setting) }
  if (!isObject(setting)) return { [rule.id]: `Must be a severity or an object (got ${JSON.stringify(setting)}).` }
  const faults: Record<string, string> = {}
  for (const [name, value] of Object.entries(setting)) {
    const place = `${rule.id}.${name}`
    if (name === 'severity') {
      if (!severities.includes(value as string)) faults[place] = wrongSeverity(value)
    } else if (!Object.hasOwn(rule.options ?? {}, name)) {
      const known = ['severity', ...Object.keys(rule.options ?? {})].join(', ')
      faults[place] = `The rule has no such setting. It has ${known}.`
    } else if (!(Number.isInteger(value) && (value as number) >= LEAST_FROM && (value as number) <= MOST_FROM)) {
      faults[place] = `Must be a whole number from ${LEAST_FROM} to ${MOST_FROM} (got ${JSON.stringify(value)}).`
    }
  }
  return faults
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

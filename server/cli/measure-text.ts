import { MEASURED_STATES, type MeasuredFile, type MeasuredState } from '../contract/measured-file.ts'
import { counted } from '../contract/sentences.ts'
import type { MeasuredChange } from '../measure/diff.ts'
import { HARM, HARM_CLASSES, type KeyName } from '../measure/exchange.ts'
import { BUDGET } from '../measure/pace.ts'
import type { Plan } from '../measure/plan.ts'
import { type Step, usesOf } from '../measure/step.ts'
import { table } from './output.ts'

/** As the command line names it. */
const neededText = (need: string): string => need.replace(/^class:(.+)$/, 'class $1 (--run)')

const KEYS: { readonly [Name in KeyName]: string } = {
  main: 'the key',
  second: 'the second key',
  none: 'no key',
  malformed: 'half a key',
  unknown: 'a key that nobody has',
  scheme: 'another scheme than Bearer',
}
/** Steps that take fewer requests when others use the limits too, or that need what earlier answers show. */
const isAtMost = (step: Step) => step.fill !== undefined || usesOf(step).length > 0

/** What would be sent, by harm class, and what would stay behind. */
export function planText(base: string, { steps, counts, requests, sure, waits, leftOut }: Plan): string {
  const count = (name: string) => counts.get(name) ?? 0
  const more = requests - sure
  const later = more === 0 ? '' : ` ${more} of them only when earlier answers show what they need.`
  const classes = HARM_CLASSES.flatMap(harm => {
    const own = steps.filter(step => step.class === harm && count(step.name) > 0)
    if (own.length === 0) return []
    const sum = own.reduce((all, step) => all + count(step.name), 0)
    const rows = own.map(step => {
      const query = step.query === undefined ? '' : `?${step.query}`
      const times =
        count(step.name) > 1 ? ` (${step.fill === undefined ? '' : 'at most '}${count(step.name)} times)` : ''
      return `  ${step.name}: ${step.method} ${step.path}${query}${step.key === undefined ? '' : ` with ${KEYS[step.key]}`}${times}`
    })
    return [
      `Class ${harm}, which ${HARM[harm]}: ${own.some(isAtMost) ? 'at most ' : ''}${counted(sum, 'request')}`,
      ...rows,
      '',
    ]
  })
  const posts = (path: string) =>
    steps.filter(step => step.method === 'POST' && step.path === path).reduce((all, { name }) => all + count(name), 0)
  const left = [
    [posts('/customers') + posts('/customers/bulk'), 'customers, which cannot be deleted'],
    [posts('/webhooks'), 'webhooks, deleted again (the service keeps their rows)'],
    [posts('/calls/initiate'), 'calls of a test key, in history and reports'],
  ] as const
  const stays = left.filter(([number]) => number > 0).map(([number, what]) => `up to ${number} ${what}`)
  return [
    `Plan for ${base}. Measure your own tenant only, and ask first.`,
    `${requests} requests of classes 0 to 2R at most, at least ${BUDGET.gap / 1_000} s apart.${later}`,
    waits !== undefined
      ? `In between it waits for what happens by itself: about ${waits}, if the service does what the register assumes.`
      : undefined,
    'In braces stand dates, tags of this run, and what earlier answers show.',
    '',
    ...classes,
    `What stays behind: ${stays.length === 0 ? 'nothing' : stays.join('; ')}.`,
    ...[...Map.groupBy(leftOut, ([, needs]) => needs.map(neededText).join('; '))].map(
      ([needs, entries]) => `Not asked without ${needs}: ${entries.map(([id]) => id).join(', ')}.`,
    ),
  ]
    .filter(line => line !== undefined)
    .join('\n')
}

const COUNTED: { readonly [State in MeasuredState]: string } = {
  measured: 'are measured',
  contradicts: 'go against the contract',
  other: 'are something else',
  unreachable: 'were not reached (the file says what each would take)',
  never: 'can never be measured',
}

/** What was found out, the most valuable first. */
export function resultText({ entries, contradictions, requests, stopped, base_origin }: MeasuredFile): string {
  const of = (state: string) => Object.entries(entries).filter(([, entry]) => entry.state === state)
  const contradicted = contradictions.map(
    ({ sentence, expected, observed, evidence }) =>
      `CONTRADICTS ${sentence}\n  expected ${expected}\n  observed ${observed}\n  ${evidence[0] ?? ''}`,
  )
  const measured = of('measured').map(([id, entry]) => [id, JSON.stringify(entry.value), entry.observations])
  const other = of('other').map(([id, entry]) => `  ${id}: ${entry.evidence?.join('; ') ?? ''}`)
  const offered = Object.entries(entries).flatMap(([id, { offer }]) =>
    offer === undefined
      ? []
      : [
          `OFFERED, for it cannot be measured as a whole (${offer.evidence.join('; ')}):\n  --assume '${id}=${JSON.stringify(offer.value)}'`,
        ],
  )
  const counts = MEASURED_STATES.map(state => `${of(state).length} ${COUNTED[state]}`).join(', ')
  const broken =
    contradictions.length === 0
      ? 'Every documented sentence that was looked at held.'
      : `${contradictions.length} observations go against documented sentences.`
  return [
    ...contradicted,
    measured.length > 0 ? table(['MEASURED', 'VALUE', 'SEEN'], measured) : undefined,
    other.length > 0 ? `Neither the registered value nor another one:\n${other.join('\n')}` : undefined,
    ...offered,
    `${base_origin}: of ${Object.keys(entries).length} entries of the register ${counts}. ${broken} ${counted(requests.sent, 'request')} sent.`,
    stopped === null ? undefined : `Stopped early: ${stopped}.`,
  ]
    .filter(line => line !== undefined)
    .join('\n')
}

export function residueText({ residue, run }: MeasuredFile, ledger: string): string {
  const rows = residue.map(({ kind, id, tag, deleted }) => [kind, id ?? 'unknown', tag, deleted ? 'deleted' : 'there'])
  const list = residue.length === 0 ? 'Nothing stays behind.' : table(['LEFT BEHIND', 'ID', 'TAG', 'STATE'], rows)
  return `${list}\nRun ${run}; ledger ${ledger}`
}

export function changesText(changes: readonly MeasuredChange[]): string {
  return table(
    ['WHAT', 'BEFORE', 'AFTER'],
    changes.map(({ what, before, after }) => [what, before, after]),
    'Nothing has changed.',
  )
}

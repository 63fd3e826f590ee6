import type { FaultMatch } from '../contract/control-bodies.ts'
import { type Cue, DRILL_SCHEMA, type Drill, type Stage } from '../contract/drill.ts'
import { DRILLS } from '../contract/drills.ts'
import { ENDPOINTS } from '../contract/endpoints.ts'
import { faultProblem } from '../domain/faults/fault-problem.ts'
import type { FaultEffect } from '../domain/faults/faults.ts'
import { compile, type Validate } from '../domain/validation/compile.ts'
import { parseDuration } from '../kernel/instant.ts'
import { RULES } from '../verdicts/rules.ts'

export type Faults = Readonly<Record<string, readonly string[]>>

let validate: Validate | undefined

/** The drill of this name that Ringback brings along. */
export const findDrill = (name: string): Drill | undefined => DRILLS.find(({ drill }) => drill === name)

/** What is wrong with a drill of somebody's, by the place; nothing when it can be staged. Await `loadValidator()` first. */
export function faultsOfDrill(value: unknown): Faults {
  validate ??= compile(DRILL_SCHEMA)
  const faults: Record<string, string[]> = {}
  for (const { instancePath, keyword, params, message } of validate(value)) {
    const place = instancePath.slice(1).replaceAll('/', '.')
    if (keyword === 'additionalProperties')
      add(faults, [place, String(params.additionalProperty)].filter(Boolean).join('.'), 'is not known')
    else if (keyword !== 'anyOf')
      add(
        faults,
        place || 'drill',
        keyword === 'enum' ? `must be one of ${params.allowedValues.join(', ')}` : String(message),
      )
  }
  if (Object.keys(faults).length > 0) return faults
  const { stages, met_when, passes_when, listens } = value as Drill
  for (const [index, stage] of stages.entries()) {
    const place = `stages.${index}`
    const acts = actsOf(stage)
    if (acts.length !== 1)
      add(faults, place, `does ${acts.length === 0 ? 'nothing' : acts.join(' and ')}; each stage does one thing`)
    for (const [name, cues] of Object.entries(NEEDS_CUE))
      if (acts[0] === name && !(stage.when !== undefined && cues.includes(stage.when)))
        add(faults, place, `${name} needs "when": ${cues.map(cue => `"${cue}"`).join(' or ')}`)
    if (stage.list !== undefined && stage.when !== 'first_page')
      add(faults, place, 'list says whose first page it is, so it needs "when": "first_page"')
    if (stage.when !== undefined && AT_ONCE.some(name => acts[0] === name))
      add(faults, place, `${acts[0]} happens at the beginning, so leave out "when"`)
    for (const text of [stage.after, stage.clock?.by, stage.holds_next])
      if (text !== undefined && parseDuration(text) === undefined)
        add(faults, place, `${text} is no duration such as PT2S`)
  }
  for (const [index, { faults: laid = [], faults_everywhere: everywhere = [] }] of stages.entries())
    for (const { match, effect } of [...laid, ...everywhere.map(fault => ({ match: {}, ...fault }))]) {
      const problem = faultProblem({ match: match as FaultMatch, effect: effect as FaultEffect })
      if (problem !== undefined) add(faults, `stages.${index}`, problem)
    }
  if (listens !== undefined && parseDuration(listens) === undefined)
    add(faults, 'listens', 'is no duration such as PT2S')
  const { text: _, otherwise: __, times: ___, ...met } = met_when
  if (Object.keys(met).length === 0) add(faults, 'met_when', 'says nothing that could be met')
  for (const [index, { text: _, ...condition }] of passes_when.entries()) {
    if (Object.keys(condition).length === 0) add(faults, `passes_when.${index}`, 'says nothing that could hold')
    if (condition.works_once && Object.keys(condition).length > 1)
      add(faults, `passes_when.${index}`, 'works_once needs a row of its own, since it may not be tried')
    for (const rule of condition.rules ?? [])
      if (!RULES.some(({ id }) => id === rule)) add(faults, `passes_when.${index}.rules`, `${rule} is no rule`)
  }
  const endpoints = [met_when.requests, ...passes_when.flatMap(row => [row.came_again?.of, row.succeeded])]
  for (const like of endpoints)
    if (like?.endpoint !== undefined && !ENDPOINTS.some(({ id }) => id === like.endpoint))
      add(faults, 'endpoint', `${like.endpoint} is no endpoint`)
  return faults
}

const AT_ONCE: readonly string[] = ['clock', 'history', 'call_ends']
const NEEDS_CUE: Readonly<Record<string, readonly Cue[]>> = {
  cuts_next_page: ['first_page'],
  holds_next: ['four_answers', 'first_request'],
  redelivers: ['acknowledged'],
  events: ['first_request'],
  newest_first: ['first_request'],
}

const actsOf = ({ text: _, when: __, list: ____, after: ___, ...acts }: Stage): string[] => Object.keys(acts)

function add(faults: Record<string, string[]>, place: string, message: string): void {
  faults[place] = [...(faults[place] ?? []), message]
}

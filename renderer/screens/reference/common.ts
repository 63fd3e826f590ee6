import type { ErrorRow } from '../../../server/contract/errors.ts'
import type { PlanLimits } from '../../../server/contract/plans.ts'
import type { AssumptionView } from '../../../server/control/protocol/assumptions.ts'
import type { OpenApiFile, Operation, SentEvent } from '../../data/openapi.ts'
import { operationsOf, sentEventsOf } from '../../data/openapi.ts'
import { answerParts, type SchemaRow } from './schema-rows.ts'

/** An error of the API, whichever endpoints answer it. */
export interface CommonError extends ErrorRow {
  name: string
  /** Its body; `undefined` for one that no endpoint answers, as of a method that the path does not have. */
  example: unknown
  by: readonly Operation[]
}

/** A header of the answers; without statuses, of every one. */
export interface CommonHeader {
  row: SchemaRow
  statuses: readonly string[]
  /** Whether none of the answers with these statuses is without it: only one of two errors of a status may have it. */
  isSure: boolean
}

interface Answered {
  operation: Operation
  status: string
  parts: ReturnType<typeof answerParts>
}

const answersOf = (file: OpenApiFile): Answered[] =>
  operationsOf(file).flatMap(operation =>
    Object.entries(operation.responses).map(([status, response]) => ({
      operation,
      status,
      parts: answerParts(response, file),
    })),
  )

/** All errors of the contract by their statuses, as this world answers them. */
export function commonErrors(
  file: OpenApiFile,
  errors: { readonly [name: string]: ErrorRow },
  assumptions: readonly AssumptionView[],
): CommonError[] {
  const answers = answersOf(file)
  return Object.entries(errors)
    .map(([name, row]): CommonError => {
      const assumed = assumptions.find(({ id }) => id === row.assumption)?.value as { status: number; code: string }
      const by = answers.filter(({ parts }) => parts.codes.includes(name))
      const example = by[0]?.parts.examples.find(([of]) => of === name)?.[1].value
      return { ...row, ...assumed, name, example, by: by.map(({ operation }) => operation) }
    })
    .toSorted((one, other) => one.status - other.status)
}

/** All headers of the answers, with the statuses that they come with. */
export function commonHeaders(file: OpenApiFile): CommonHeader[] {
  const answers = answersOf(file)
  const names = new Set(answers.flatMap(({ parts }) => parts.headers.map(({ name }) => name)))
  return [...names].flatMap(name => {
    const having = answers.filter(({ parts }) => parts.headers.some(header => header.name === name))
    const row = having[0]?.parts.headers.find(header => header.name === name)
    const statuses = having.length === answers.length ? [] : [...new Set(having.map(({ status }) => status))].toSorted()
    const isSure = having.every(({ parts }) => parts.sureHeaders.includes(name))
    return row ? [{ row, statuses, isSure }] : []
  })
}

/** The limits of a plan in the order of the meters. */
export const PLAN_LIMITS = [
  'per_day',
  'per_minute',
  'burst',
  'webhook_sends_per_day',
] as const satisfies readonly (keyof PlanLimits)[]

/** What more than one endpoint answers, and more than one kind of event sends: it is found where that is told for all of them. */
export interface Common {
  errors: ReadonlySet<string>
  headers: ReadonlySet<string>
}

const repeated = (names: readonly string[]): Set<string> =>
  new Set(names.filter((name, index) => names.indexOf(name) !== index))

export function commonOf(file: OpenApiFile): Common {
  const answers = answersOf(file)
  const sent = sentEventsOf(file).flatMap(({ parameters = [] }: SentEvent) => parameters.map(({ name }) => name))
  return {
    errors: repeated(answers.flatMap(({ parts }) => parts.codes)),
    headers: repeated([...answers.flatMap(({ parts }) => parts.headers.map(({ name }) => name)), ...sent]),
  }
}

/** The assumptions on what holds for every endpoint. */
export const ofEvery = (assumptions: readonly AssumptionView[]): AssumptionView[] =>
  assumptions.filter(({ id, touches }) => touches.includes('every endpoint') || /^(limits|license)\./.test(id))

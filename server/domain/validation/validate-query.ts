import type { AssumptionValues } from '../../contract/assumptions.ts'
import { fieldProblem } from '../../contract/field-problems.ts'
import type { RequestQueries } from '../../contract/requests.ts'
import {
  isKnown,
  QUERY_ID_DIGITS,
  QUERY_PARAMETERS,
  type QueryEndpoint,
  type QueryParameter,
} from '../../contract/schemas/requests.ts'
import { shown } from '../../contract/shown.ts'
import { dateIn, parseInstant } from '../../kernel/instant.ts'
import { zoneOffsetOf } from '../limits/windows.ts'
import { checkRange, isCalendarDate } from './check-range.ts'
import { type Note, noteAll } from './note-body.ts'
import { parseQuery } from './parse-query.ts'
import { type Problem, Problems } from './problem.ts'

interface QueryCheck<Endpoint extends QueryEndpoint> {
  endpoint: Endpoint
  /** As it came, with or without the question mark. Broken encoding shows only in the raw text. */
  query: string | URLSearchParams
  values: AssumptionValues
  /** Today in the zone of `dates.zone`, `YYYY-MM-DD`. */
  today: string
  /** Called with each assumption that mattered, perhaps more than once. */
  note: Note
}

/** Checks the query of an endpoint and reads it: parameters that are left out get their default, unknown ones are dropped, and named. */
export function validateQuery<Endpoint extends QueryEndpoint>(
  check: QueryCheck<Endpoint>,
): { value: RequestQueries[Endpoint]; ignored: readonly string[] } | Problem {
  const { endpoint, values, today, note } = check
  const problems = new Problems()
  const given = parseQuery(check.query, problems, values['queries.plus'])
  if (String(check.query).includes('+')) note('queries.plus')
  if (problems.has('query')) note('queries.malformed')
  const parameters: readonly QueryParameter[] = QUERY_PARAMETERS[endpoint]
  const value: Record<string, string | number> = {}
  const ignored: string[] = []
  for (const parameter of parameters) {
    const texts = take(given, parameter.name)
    if (texts.length > 0) noteAll(parameter.assumptions, note)
    if (texts.length > 0 && !isKnown(parameter, values)) {
      ignored.push(parameter.name)
      refuseUnknown(parameter.name, { values, note, problems })
    } else readParameter(parameter, texts, { values, note, problems, value })
  }
  for (const name of given.keys()) {
    ignored.push(name)
    refuseUnknown(name, { values, note, problems })
  }
  if (parameters.some(parameter => parameter.kind === 'date')) {
    const { from, to } = value as { from?: string; to?: string }
    checkRange({ from, to, today, values, note, problems })
  }
  // Each row of the table states the type of what its reader returns.
  return problems.result() ?? { value: value as unknown as RequestQueries[Endpoint], ignored }
}

/** Removes and returns the values under a name, including its list notations (`page[]`, `page[0]`). */
function take(given: Map<string, string[]>, name: string): { text: string; list: boolean }[] {
  const found: { text: string; list: boolean }[] = []
  for (const [key, texts] of given) {
    const list = key.startsWith(`${name}[`)
    if (key !== name && !list) continue
    for (const text of texts) found.push({ text, list })
    given.delete(key)
  }
  return found
}

interface Reading {
  values: AssumptionValues
  note: Note
  problems: Problems
}

function refuseUnknown(name: string, { values, note, problems }: Reading): void {
  note('paging.unknown_parameters')
  if (values['paging.unknown_parameters'] === 'reject') {
    problems.add(name, fieldProblem('no_parameter', { assumption: 'paging.unknown_parameters' }))
  }
}

function readParameter(
  parameter: QueryParameter,
  given: readonly { text: string; list: boolean }[],
  reading: Reading & { value: Record<string, string | number> },
): void {
  const { values, note, problems, value } = reading
  const { name } = parameter
  const first = given[0]
  if (given.length > 1 || first?.list) {
    note('queries.malformed')
    problems.add(name, fieldProblem('once', { name }))
    return
  }
  if (first?.text === '') note('queries.empty_values')
  if (first === undefined || (first.text === '' && values['queries.empty_values'] === 'ignore')) {
    if (parameter.required) problems.add(name, fieldProblem('required_date'))
    else if (parameter.kind === 'page') value[name] = 1
    else if (parameter.kind === 'choice' && parameter.default !== undefined) value[name] = parameter.default
    return
  }
  const read = READERS[parameter.kind](first.text, parameter, reading)
  if (typeof read === 'object') problems.add(name, read.message)
  else value[name] = read
}

const QUERY_ID = new RegExp(`^[0-9]{1,${QUERY_ID_DIGITS}}$`)

type Read = string | number | { message: string }

const READERS: Readonly<
  Record<QueryParameter['kind'], (text: string, parameter: QueryParameter, reading: Reading) => Read>
> = {
  date: readDate,
  page: readPage,
  integer: text => (QUERY_ID.test(text) ? Number(text) : { message: fieldProblem('id', { value: shown(text) }) }),
  text: text => {
    if (text === '') return { message: fieldProblem('empty_filter') }
    if (!text.isWellFormed()) return { message: fieldProblem('filter_surrogates') }
    return text.includes('\0') ? { message: fieldProblem('filter_nul') } : text
  },
  choice: (text, parameter) => {
    const choices = parameter.kind === 'choice' ? parameter.choices : []
    return choices.includes(text)
      ? text
      : { message: fieldProblem('one_of', { allowed: choices.join(', '), value: shown(text) }) }
  },
}

function readDate(text: string, _: QueryParameter, { values, note }: Reading): Read {
  if (isCalendarDate(text)) return text
  const instant = parseInstant(text)
  if (instant !== undefined) {
    note('dates.format')
    if (values['dates.format'] === 'date_or_instant') return dateIn(instant, zoneOffsetOf(values['dates.zone']))
  }
  return { message: fieldProblem('date', { value: shown(text) }) }
}

function readPage(text: string, _: QueryParameter, { values, note }: Reading): Read {
  if (/^0*[1-9][0-9]*$/.test(text)) {
    const last = values['paging.max_page']
    if (Number(text) <= last) return Number(text)
    note('paging.max_page')
    return last
  }
  note('paging.invalid_page')
  if (values['paging.invalid_page'] === 'first') return 1
  return { message: fieldProblem('page', { value: shown(text) }) }
}

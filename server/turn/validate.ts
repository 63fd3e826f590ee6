import { ENDPOINTS, type EndpointId } from '../contract/endpoints.ts'
import type { ErrorName } from '../contract/errors.ts'
import {
  type BodyEndpoint,
  type QueryEndpoint,
  takesBody,
  takesQuery,
  VERBATIM_FIELDS,
} from '../contract/schemas/requests.ts'
import { contractError } from '../domain/contract-error.ts'
import { todayIn } from '../domain/limits/windows.ts'
import { withBarePlus } from '../domain/validation/parse-query.ts'
import { readBody } from '../domain/validation/read-body.ts'
import { validateBody } from '../domain/validation/validate-body.ts'
import { validateQuery } from '../domain/validation/validate-query.ts'
import { BYTE_ORDER_MARK_REFUSED } from '../http/parse-json.ts'
import type { ApiRequest, Gate, Turn, Verdict } from './request.ts'

type Figures = Verdict['figures']

/**
 * Checks body and query against the schemas of the endpoint (contract/README.md#endpoints; assumptions `errors.validation`,
 * `errors.malformed`).
 */
export const validate: Gate = {
  name: 'validation',
  check: turn => {
    const { endpoint } = turn.route
    if (endpoint === undefined) return { notReached: true }
    return CHECKS[endpoint.id as EndpointId](turn)
  },
}

/** What an endpoint takes is looked up once, and not with every request. */
const CHECKS = Object.fromEntries(ENDPOINTS.map(({ id }) => [id, checkOf(id)])) as Record<EndpointId, Gate['check']>

function checkOf(id: EndpointId): Gate['check'] {
  if (takesBody(id)) return turn => checkBody(turn, id)
  const refused = (turn: Turn) =>
    hasBody(turn.request) && turn.services.register.get('requests.unexpected_body') === 'reject'
      ? invalid({ body: ['Is not taken by this endpoint. Leave it out.'] })
      : undefined
  return takesQuery(id) ? turn => refused(turn) ?? checkQuery(turn, id) : turn => refused(turn) ?? {}
}

function checkQuery(turn: Turn, endpoint: QueryEndpoint): Verdict {
  const { register } = turn.services
  const checked = validateQuery({
    endpoint,
    query: turn.request.query,
    values: register.values,
    today: todayIn(register.values['dates.zone'], turn.now),
    note: register.note,
  })
  const figures = plusFigures(turn)
  if ('details' in checked) return invalid(checked.details, figures)
  turn.query = checked.value
  return { figures }
}

function checkBody(turn: Turn, endpoint: BodyEndpoint): Verdict {
  const { register } = turn.services
  const { value, verbatim, problem, marked = false } = turn.request.readBody(VERBATIM_FIELDS[endpoint])
  if (marked && register.get('requests.byte_order_mark') === 'reject') {
    const message = BYTE_ORDER_MARK_REFUSED
    return { error: contractError('malformed_request', { message }), figures: { body: message } }
  }
  if (problem !== undefined) {
    const { error, message, details, assumption } = problem
    if (assumption !== undefined) register.note(assumption)
    return {
      error: contractError(error as ErrorName, { message, details: details ?? null }),
      figures: { body: message },
    }
  }
  const found = validateBody({ endpoint, value, verbatim, values: register.values, note: register.note })
  if (found !== undefined) return invalid(found.details)
  turn.body = { raw: value, read: readBody(endpoint, value, register.values, verbatim) }
  return {}
}

/** Mentions a plus that may have been meant as one: `?tel1=+81…` asks for a number that begins with a space. */
function plusFigures({ request, services }: Turn): Figures {
  const parameters = withBarePlus(request.query)
  if (parameters.length === 0) return undefined
  const read = services.register.values['queries.plus']
  const figures = { bare_plus_in: parameters.slice(0, 20), read_as: read }
  return read === 'space' ? { ...figures, send_instead: '%2B' } : figures
}

/** Whether there is a body, even one that is not read. */
const hasBody = ({ body, readBody }: ApiRequest): boolean => body !== null || readBody().problem !== undefined

const invalid = (details: Record<string, string[]>, figures?: Figures): Verdict => ({
  error: contractError('validation_error', { details }),
  figures: { fields: Object.keys(details).slice(0, 20), ...figures },
})

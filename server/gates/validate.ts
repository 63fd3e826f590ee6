import type { EndpointId } from '../contract/endpoints.ts'
import type { ErrorName } from '../contract/errors.ts'
import { takesQuery } from '../contract/schemas/parameters.ts'
import { type BodyEndpoint, takesBody } from '../contract/schemas/request-bodies.ts'
import { contractError } from '../domain/contract-error.ts'
import { todayIn } from '../domain/limits/windows.ts'
import { readBody } from '../domain/validation/read-body.ts'
import { validateBody } from '../domain/validation/validate-body.ts'
import { validateQuery } from '../domain/validation/validate-query.ts'
import type { Gate, Turn, Verdict } from './turn.ts'

/** Body and query of the endpoint, against its schemas (spec: Endpoints; assumptions `errors.validation`, `errors.malformed`). */
export const validate: Gate = {
  name: 'validation',
  check: turn => {
    const { endpoint } = turn.route
    if (endpoint === undefined) return { notReached: true }
    const id = endpoint.id as EndpointId
    return takesQuery(id) ? checkQuery(turn, id) : takesBody(id) ? checkBody(turn, id) : {}
  },
}

function checkQuery(turn: Turn, endpoint: Parameters<typeof takesQuery>[0]): Verdict {
  if (!takesQuery(endpoint)) return {}
  const { register } = turn.services
  const checked = validateQuery({
    endpoint,
    query: turn.request.query,
    values: register.values,
    today: todayIn(register.values['dates.zone'], turn.now),
    note: register.note,
  })
  if ('details' in checked) return invalid(checked.details)
  turn.query = checked.value
  return {}
}

function checkBody(turn: Turn, endpoint: BodyEndpoint): Verdict {
  const { register } = turn.services
  const { value, problem } = turn.request.readBody()
  if (problem !== undefined) {
    const { error, message, details } = problem
    return {
      error: contractError(error as ErrorName, { message, details: details ?? null }),
      figures: { body: message },
    }
  }
  const found = validateBody({ endpoint, value, values: register.values, note: register.note })
  if (found !== undefined) return invalid(found.details)
  turn.body = { raw: value, read: readBody(endpoint, value, register.values) }
  return {}
}

const invalid = (details: Record<string, string[]>): Verdict => ({
  error: contractError('validation_error', { details }),
  figures: { fields: Object.keys(details).slice(0, 20) },
})

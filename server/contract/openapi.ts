import type { Json } from './assumption-entry.ts'
import { ASSUMPTION_DEFAULTS, type AssumptionId, type AssumptionValues } from './assumptions.ts'
import { API_PREFIX, API_VERSION } from './constants.ts'
import { ENDPOINTS, type Endpoint, type EndpointId } from './endpoints.ts'
import { ERRORS, type ErrorName } from './errors.ts'
import { EVENT_KINDS, type EventKind, TEST_EVENT } from './events.ts'
import examples from './examples.json' with { type: 'json' }
import { exampleOf, type Part, SchemaComponents } from './openapi-schema.ts'
import {
  ANSWER_HEADERS,
  type AnswerHeader,
  type AnswerHeaderName,
  possibleHeaders,
  requiredHeaders,
} from './schemas/answer-headers.ts'
import { type Answer, answerOf } from './schemas/answers.ts'
import { errorAnswer, errorBody, errorsOf, pascal } from './schemas/errors.ts'
import { deliveryHeaders, EVENT_SUMMARIES, eventBody } from './schemas/event-payloads.ts'
import {
  isKnown,
  PATH_PARAMETERS,
  type PathParameter,
  parameterSchema,
  QUERY_PARAMETERS,
  type QueryParameter,
  REQUEST_BODIES,
  takesBody,
  takesQuery,
} from './schemas/requests.ts'
import type { Schema } from './schemas/schema.ts'

const JSON_TYPE = 'application/json'

const TAGS = {
  Customers: 'Register, list, fetch and update customers.',
  Calls: 'Place calls, list them, fetch one with what was derived from the talk.',
  Reports: 'Statistics over calls. They need the licence open_api_advanced.',
  Webhooks: 'Subscriptions to call events. They need the licence open_api_advanced.',
} as const satisfies Record<Endpoint['tag'], string>

const DESCRIPTION = `The contract that Ringback emulates. Parts that the service does not document are guesses, marked
\`x-ringback-assumption\` with the id of the guess in Ringback's register; \`x-ringback-assumption-of\` names the guess behind one keyword of a schema.
\`x-scope\` is the scope that a key needs, \`x-license\` the licence that its tenant needs.
What the service sends to a webhook is under \`callbacks\` of its registration.`

/** An OpenAPI document as data. */
export interface OpenApiDocument {
  openapi: string
  info: Part
  servers: Part[]
  tags: Part[]
  security: Part[]
  paths: { [path: string]: { [method: string]: Part } }
  components: { [kind: string]: Part }
}

/**
 * The contract as an OpenAPI 3.0 document, with the answers that a world with these assumptions gives. It derives from the endpoint table,
 * the schemas, and the tables of errors and headers.
 */
export function openApiDocument(values: AssumptionValues = ASSUMPTION_DEFAULTS): OpenApiDocument {
  const writer = new Writer(values)
  const paths: OpenApiDocument['paths'] = {}
  for (const endpoint of ENDPOINTS) {
    const { path, method } = endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: writer.operation(endpoint) }
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Outbound calling Open API',
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: API_PREFIX, description: 'The emulator that serves this file.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths,
    components: writer.components(),
  }
}

class Writer {
  readonly #values: AssumptionValues
  readonly #schemas = new SchemaComponents()
  readonly #headers = new Map<AnswerHeaderName, Part>()
  readonly #responses = new Map<string, Part>()

  constructor(values: AssumptionValues) {
    this.#values = values
  }

  components(): OpenApiDocument['components'] {
    return {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the tenant, for test (svc_test_…) or live (svc_live_…).',
        },
      },
      headers: Object.fromEntries(this.#headers),
      responses: Object.fromEntries(this.#responses),
      schemas: this.#schemas.all(),
    }
  }

  operation(endpoint: Endpoint & { readonly id: EndpointId }): Part {
    const parameters = [...this.#pathParameters(endpoint), ...this.#queryParameters(endpoint)]
    return {
      operationId: endpoint.id,
      summary: endpoint.summary,
      tags: [endpoint.tag],
      'x-scope': endpoint.scope,
      'x-license': endpoint.licensed ? 'open_api_advanced' : undefined,
      parameters: parameters.length > 0 ? parameters : undefined,
      ...this.#requestBody(endpoint),
      responses: this.#answers(endpoint),
      callbacks: endpoint.id === 'createWebhook' ? this.#callbacks() : undefined,
    }
  }

  /** What the service sends to a registered webhook, one callback for each kind of event. */
  #callbacks(): Part {
    return Object.fromEntries(
      EVENT_KINDS.map(kind => [kind, { '{$request.body#/url}': { post: this.#delivery(kind) } }]),
    )
  }

  #delivery(kind: EventKind): Part {
    const schema = eventBody(kind, this.#values)
    return {
      operationId: `receive.${kind}`,
      summary: EVENT_SUMMARIES[kind],
      tags: ['Webhooks'],
      security: [],
      parameters: deliveryHeaders(kind).map(header => ({
        name: header.name,
        in: 'header',
        required: true,
        description: header.description,
        schema: this.#schemas.part(header.schema),
      })),
      requestBody: {
        required: true,
        content: this.#content(
          schema,
          this.#shown(examples.events[kind], values => eventBody(kind, values)),
        ),
      },
      responses: this.#acknowledgements(kind),
    }
  }

  /** What the answer of a receiver does: a test is sent once, and so is everything where a world has no waits between attempts. */
  #acknowledgements(kind: EventKind): Part {
    const isTest = kind === TEST_EVENT
    const isRepeated = !isTest && this.#values['webhooks.retry_schedule'].length > 0
    const then = isRepeated ? 'it is sent again' : 'it is not sent again'
    const why = isTest ? 'webhooks.test_response' : 'webhooks.retry_schedule'
    return {
      '2XX': { description: 'The receiver has taken it.', ...marked('webhooks.success') },
      '4XX': { description: `The receiver refuses it; ${then}.`, ...marked(why) },
      default: {
        description: `Any other answer, a redirect too, or none in time, is a failure; ${then}.`,
        ...marked(['webhooks.success', 'webhooks.timeout', why]),
      },
    }
  }

  #pathParameters(endpoint: Endpoint): Part[] {
    return [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
      const { description, schema, example } = PATH_PARAMETERS[name as PathParameter]
      return { name, in: 'path', required: true, description, schema: this.#schemas.part(schema), example }
    })
  }

  #queryParameters({ id }: { readonly id: EndpointId }): Part[] {
    if (!takesQuery(id)) return []
    const rows: readonly QueryParameter[] = QUERY_PARAMETERS[id]
    return rows
      .filter(row => isKnown(row, this.#values))
      .map(row => ({
        name: row.name,
        in: 'query',
        required: row.required ?? false,
        description: row.description,
        schema: this.#schemas.part(parameterSchema(row, this.#values)),
        ...marked(row.assumptions),
      }))
  }

  #requestBody({ id }: { readonly id: EndpointId }): Part {
    if (!takesBody(id)) return {}
    const schema: Schema = REQUEST_BODIES[id].schema(this.#values)
    return { requestBody: { required: true, content: this.#content(schema) } }
  }

  #content(schema: Schema, example: Json = exampleOf(schema)): Part {
    return { [JSON_TYPE]: { schema: this.#schemas.part(schema), example } }
  }

  /** An answer of a world with the defaults, unless this world's have another form: then one that is made of the schema. */
  #shown(example: Json, schema: (values: AssumptionValues) => Schema): Json {
    const [here, there] = [schema(this.#values), schema(ASSUMPTION_DEFAULTS)]
    return JSON.stringify(here) === JSON.stringify(there) ? example : exampleOf(here)
  }

  #answers(endpoint: Endpoint & { readonly id: EndpointId }): Part {
    const success = answerOf(endpoint, this.#values)
    const answers: Part = { [success.status]: this.#answer(success.answer, endpoint) }
    const byStatus = Map.groupBy(errorsOf(endpoint, this.#values), name => errorAnswer(name, this.#values).status)
    for (const [status, names] of byStatus) answers[status] = this.#error(names)
    return answers
  }

  #answer({ description, schema, assumption }: Answer, { id }: { readonly id: EndpointId }): Part {
    return {
      description,
      headers: this.#headerParts(requiredHeaders(undefined, this.#values), []),
      content: schema && this.#content(schema(this.#values), this.#shown(examples.answers[id], schema)),
      ...marked(assumption),
    }
  }

  /** Errors with one status share a response, and endpoints with the same errors share that response. */
  #error(names: readonly ErrorName[]): Part {
    const title = names.map(pascal).join('Or')
    if (!this.#responses.has(title)) this.#responses.set(title, this.#errorResponse(names))
    return { $ref: `#/components/responses/${title}` }
  }

  #errorResponse(names: readonly ErrorName[]): Part {
    const bodies = names.map(name => errorBody(name, this.#values))
    const headers = names.map(name => requiredHeaders(name, this.#values))
    const shared = (headers[0] ?? []).filter(header => headers.every(list => list.includes(header)))
    const parts = bodies.map(body => this.#schemas.part(body))
    const [only] = parts
    return {
      description: names.map(name => ERRORS[name].message).join(' Or: '),
      headers: this.#headerParts(shared, headers.flat()),
      content: {
        [JSON_TYPE]: {
          schema: parts.length === 1 && only ? only : { anyOf: parts },
          examples: Object.fromEntries(
            names.map(name => [name, { value: this.#shown(examples.errors[name], values => errorBody(name, values)) }]),
          ),
        },
      },
    }
  }

  #headerParts(required: readonly AnswerHeaderName[], optional: readonly AnswerHeaderName[]): Part {
    const names = new Set([...required, ...optional, ...possibleHeaders(this.#values)])
    return Object.fromEntries([...names].map(name => [name, this.#header(name, required.includes(name))]))
  }

  #header(name: AnswerHeaderName, required: boolean): Part {
    const { description, schema, assumption }: AnswerHeader = ANSWER_HEADERS[name]
    const part = { description, schema: this.#schemas.part(schema), ...marked(assumption) }
    // A header that only some errors of a status carry is not made a shared component.
    if (!required) return part
    this.#headers.set(name, { ...part, required })
    return { $ref: `#/components/headers/${name}` }
  }
}

function marked(assumptions: AssumptionId | readonly AssumptionId[] | undefined): Part {
  if (assumptions === undefined) return {}
  const ids = [assumptions].flat()
  return { 'x-ringback-assumption': ids.length === 1 ? ids[0] : ids }
}

import type { OpenApiDocument } from '../contract/openapi.ts'
import { type Part, SchemaComponents } from '../contract/openapi-schema.ts'
import type { Schema } from '../contract/schemas/schema.ts'
import type { ControlRoute } from './route.ts'

const JSON_TYPE = 'application/json'

const DESCRIPTION = `The dashboard, the command line and the harness use this API to control and inspect Ringback. \`x-answers\` names the type of a
response in \`server/control/protocol/\`. Lists answer \`{data, next_cursor}\`; instants are ISO 8601 in UTC, durations ISO 8601.
No credentials are needed on loopback; any other address requires the token of the process.`

/** What is wrong with a request, in the envelope of the contract. */
const ERROR_BODY: Part = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string', description: 'Says what is wrong, and how to fix it.' },
        details: { type: 'object', nullable: true },
      },
    },
  },
}

/** The control API as an OpenAPI 3.0 document, derived from the table of its routes. */
export function controlOpenApi(
  routes: readonly ControlRoute[],
  { version, pathOf }: { version: string; pathOf: (route: ControlRoute) => string },
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  const tags = new Set<string>()
  for (const route of routes) {
    const path = pathOf(route)
    const tag = tagOf(route)
    tags.add(tag)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, { path, tag }) }
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Ringback control API',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/', description: 'The emulator that serves this document.' }],
    tags: [...tags].map(name => ({ name, description: `Everything under \`${name}\`.` })),
    security: [{}, { token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token given with `--token`, if any.' },
      },
      responses: {
        Error: { description: 'The request was refused.', content: { [JSON_TYPE]: { schema: ERROR_BODY } } },
      },
    },
  }
}

function operation(route: ControlRoute, { path, tag }: { path: string; tag: string }): Part {
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(route.query ?? {}).map(([name, description]) => ({
      name,
      in: 'query',
      description,
      schema: { type: 'string' },
    })),
  ]
  return {
    operationId: operationId(route.method, path),
    summary: route.summary,
    tags: [tag],
    parameters: parameters.length > 0 ? (parameters as Part[]) : undefined,
    ...requestBody(route),
    responses: {
      [String(route.status ?? 200)]: success(route),
      ...ownErrors(route),
      '4XX': { $ref: '#/components/responses/Error' },
    },
  }
}

function ownErrors({ errors = {} }: ControlRoute): Part {
  const content = { [JSON_TYPE]: { schema: ERROR_BODY } }
  return Object.fromEntries(Object.entries(errors).map(([status, description]) => [status, { description, content }]))
}

function requestBody({ body, rawBody }: ControlRoute): Part {
  if (rawBody !== undefined)
    return {
      requestBody: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
    }
  if (body === undefined) return {}
  return { requestBody: { content: { [JSON_TYPE]: { schema: new SchemaComponents().part(body as Schema) } } } }
}

function success({ status, answers, type }: ControlRoute): Part {
  if (status === 204) return { description: 'Done.' }
  const named = answers === undefined ? {} : { 'x-answers': answers }
  const schema = type === undefined ? { type: 'object' } : { type: 'string' }
  return { description: answers ?? 'The response.', ...named, content: { [type ?? JSON_TYPE]: { schema } } }
}

/** The first part of a path that a whole area shares: `calls`, `inbox`, `clock`. */
function tagOf({ scope, path }: ControlRoute): string {
  const [, first = ''] = path.split('/')
  return first === '' || first === 'reset' ? 'worlds' : scope === 'process' && first !== 'worlds' ? 'process' : first
}

/** `getWorldCallsByCallId`: derived from method and path, so nobody has to invent one. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/control/, '')
    .replace('/worlds/{world}', '/world')
    .split('/')
    .filter(part => part !== '')
    .map(part => (part.startsWith('{') ? `By-${part.slice(1, -1)}` : part))
    .flatMap(part => part.split(/[^A-Za-z0-9]+/))
  return method.toLowerCase() + words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

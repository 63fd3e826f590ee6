import { useQuery } from '@tanstack/react-query'
import { control, withQuery } from './client.ts'
import { keys } from './keys.ts'
import { useWorldId } from './world.tsx'

/** The parts of an OpenAPI 3.0 file that the reference shows. */
export interface OpenApiSchema {
  $ref?: string
  type?: string
  format?: string
  description?: string
  nullable?: boolean
  enum?: unknown[]
  default?: unknown
  example?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  required?: string[]
  properties?: { [name: string]: OpenApiSchema }
  items?: OpenApiSchema
  anyOf?: OpenApiSchema[]
  'x-ringback-assumption'?: string | string[]
  'x-ringback-assumption-of'?: { [keyword: string]: string | string[] }
}
export interface OpenApiParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: OpenApiSchema
  example?: unknown
  'x-ringback-assumption'?: string | string[]
}
interface Content {
  'application/json'?: {
    schema: OpenApiSchema
    example?: unknown
    examples?: { [name: string]: { value: unknown } }
  }
}
interface OpenApiHeader {
  $ref?: string
  required?: boolean
  description?: string
  schema?: OpenApiSchema
  'x-ringback-assumption'?: string | string[]
}
export interface OpenApiResponse {
  $ref?: string
  description?: string
  headers?: { [name: string]: OpenApiHeader }
  content?: Content
  'x-ringback-assumption'?: string | string[]
}
interface OpenApiExchange {
  operationId: string
  summary: string
  parameters?: OpenApiParameter[]
  requestBody?: { required: boolean; content: Content }
  responses: { [status: string]: OpenApiResponse }
}
interface OpenApiOperation extends OpenApiExchange {
  tags: string[]
  'x-scope': string
  'x-license'?: string
  callbacks?: { [event: string]: { [url: string]: { [method: string]: OpenApiExchange } } }
}
export interface OpenApiFile {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: { [path: string]: { [method: string]: OpenApiOperation } }
  components: {
    schemas: { [name: string]: OpenApiSchema }
    responses: { [name: string]: OpenApiResponse }
    headers: { [name: string]: OpenApiHeader }
  }
}

export interface Operation extends OpenApiOperation {
  method: string
  path: string
}

/** What the service sends to the URL that it was given: the other way round, its receiver answers. */
export interface SentEvent extends OpenApiExchange {
  event: string
  method: string
}

export const openApiPath = (world: string) => withQuery('/control/contract/openapi.json', { world })

/** The contract's OpenAPI file, with the values that the assumptions have in this world. */
export function useOpenApi() {
  const world = useWorldId()
  return useQuery({
    // Changes when an assumption does, which the world's own object is told of, and not with every request.
    queryKey: keys.area(world, 'object', 'openapi'),
    queryFn: ({ signal }) => control<OpenApiFile>('GET', openApiPath(world), { signal }),
  })
}

export function operationsOf(file: OpenApiFile): Operation[] {
  return Object.entries(file.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )
}

/** One for each kind of event. */
export function sentEventsOf(file: OpenApiFile): SentEvent[] {
  return operationsOf(file).flatMap(({ callbacks = {} }) =>
    Object.entries(callbacks).flatMap(([event, urls]) =>
      Object.values(urls).flatMap(methods =>
        Object.entries(methods).map(([method, sent]) => ({ ...sent, event, method: method.toUpperCase() })),
      ),
    ),
  )
}

/** What a reference points to, in the components of the file; the part itself when it is none. */
export function resolved<Part extends { $ref?: string }>(
  part: Part,
  kind: keyof OpenApiFile['components'],
  file: OpenApiFile,
): Part {
  const name = part.$ref?.split('/').at(-1)
  return name === undefined ? part : ((file.components[kind][name] as Part | undefined) ?? part)
}

import type { Readable } from 'node:stream'
import type { Context } from 'koa'
import type { JsonSchema } from '../contract/assumption-entry.ts'
import { pathPattern } from '../contract/path-pattern.ts'
import type { World } from '../world/world.ts'
import type { EmulatorControls } from './emulator-controls.ts'

/** A request to the control API, read and checked against the schema of its route. */
export interface ControlCall<Body> {
  readonly emulator: EmulatorControls
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Body
  readonly ctx: Context
}

export interface WorldCall<Body> extends ControlCall<Body> {
  readonly world: World
}

/** Sent as it is, not as JSON. */
export class RawAnswer {
  readonly type: string
  readonly bytes: Buffer | Readable | string
  readonly headers: Readonly<Record<string, string>>
  constructor(type: string, bytes: Buffer | Readable | string, headers: Readonly<Record<string, string>> = {}) {
    this.type = type
    this.bytes = bytes
    this.headers = headers
  }
}

/** A file, sent to be stored under this name. */
export function fileAnswer(
  file: { readonly bytes: number; content(): Buffer | Readable },
  name: string,
  more: Readonly<Record<string, string>> = {},
): RawAnswer {
  const headers = {
    ...more,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Content-Length': String(file.bytes),
  }
  return new RawAnswer('application/octet-stream', file.content(), headers)
}

/** The handler has answered already, for example with a stream. */
export const ANSWERED = Symbol('answered')

interface Facts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters in braces. */
  readonly path: string
  readonly summary: string
  /** Status of success: 200 when left out; with 204 there is no body. */
  readonly status?: 200 | 201 | 204
  /** Schema of the body. Without it, the route takes none. */
  readonly body?: JsonSchema
  /** Takes a file of up to this many bytes instead of JSON; the body is then a `FileDraft`. */
  readonly rawBody?: number
  /** Query parameters with their descriptions. */
  readonly query?: Readonly<Record<string, string>>
  /** Content type of the answer, when it is not JSON. */
  readonly type?: string
  /** The route's own errors, by status, for the OpenAPI file. */
  readonly errors?: Readonly<Record<string, string>>
  /** Name of the answer's type in `protocol/`. */
  readonly answers?: string
}

export interface ProcessRoute extends Facts {
  // biome-ignore lint/suspicious/noExplicitAny: each handler states the type that its schema has checked
  readonly handle: (call: ControlCall<any>) => unknown
}

export interface WorldRoute extends Facts {
  // biome-ignore lint/suspicious/noExplicitAny: each handler states the type that its schema has checked
  readonly handle: (call: WorldCall<any>) => unknown
}

export type ControlRoute = (ProcessRoute & { readonly scope: 'process' }) | (WorldRoute & { readonly scope: 'world' })

export const CONTROL_PREFIX = '/control'
const WORLD_PREFIX = `${CONTROL_PREFIX}/worlds/{world}`

/** Whether a path of the control API takes a file, and so bytes where other paths take JSON. */
export function takesFile(routes: readonly ControlRoute[]): (path: string) => boolean {
  const patterns = routes.filter(({ rawBody }) => rawBody !== undefined).map(route => pathPattern(fullPath(route)))
  return path => patterns.some(matches => matches(path))
}

/** The path of a route with the prefix of its scope and with parameters in braces. */
export function fullPath({ scope, path }: ControlRoute): string {
  return (scope === 'world' ? WORLD_PREFIX : CONTROL_PREFIX) + path
}

import type { Json } from '../../server/contract/assumption-entry.ts'
import type { ErrorBody } from '../../server/control/protocol/common.ts'
import { controlFetch } from './control-fetch.ts'

/** An answer of the control API that is not 2xx, or no answer at all (`status` 0). The message is the envelope's own. */
export class ControlError extends Error {
  readonly status: number
  readonly code: string
  readonly details: { [key: string]: Json } | null

  constructor({ status, code, message, details = null }: { status: number } & Partial<ErrorBody['error']>) {
    super(message ?? `The emulator answered ${status} without a message.`)
    this.name = 'ControlError'
    this.status = status
    this.code = code ?? 'unknown'
    this.details = details
  }
}

/** For a request that got no answer at all. */
const unreachable = () =>
  new ControlError({ status: 0, code: 'unreachable', message: 'The emulator does not answer. Is it running?' })

export type Query = { [name: string]: string | number | undefined }

interface Options {
  query?: Query | undefined
  body?: unknown
  signal?: AbortSignal | undefined
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

let opening: Promise<void> = Promise.resolve()

/** Lets what is read from now on wait until the page hears of changes: one that came between would else be seen by neither. */
export function readAfter(opened: Promise<void>): void {
  opening = opened
}

/** `/control/worlds/<world>`, every part encoded. */
export function worldPath(world: string, ...parts: (string | number)[]): string {
  return ['/control/worlds', ...[world, ...parts].map(part => encodeURIComponent(part))].join('/')
}

export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'object'
}

async function parsed(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * One call of the control API. `path` is absolute (`/control/…`); a body goes out as JSON.
 * @throws ControlError when the emulator refuses or cannot be reached; an aborted call throws the abort's own reason.
 */
export async function control<Answer>(method: Method, path: string, options: Options = {}): Promise<Answer> {
  const { query, body, signal } = options
  if (method === 'GET') await opening
  // The control API takes mutations as JSON only, with or without a body: a form on a foreign page cannot send that.
  const headers: HeadersInit = method === 'GET' ? {} : { 'Content-Type': 'application/json' }
  return answerOf<Answer>(
    controlFetch(withQuery(path, query), {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    }),
    signal,
  )
}

/** Sends a file to the control API as it is. @throws ControlError */
export function upload<Answer>(path: string, file: Blob): Promise<Answer> {
  return answerOf<Answer>(
    controlFetch(path, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file }),
  )
}

async function answerOf<Answer>(asked: Promise<Response>, signal?: AbortSignal): Promise<Answer> {
  let response: Response
  try {
    response = await asked
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable()
  }
  const answer = await parsed(response)
  if (response.ok) return answer as Answer
  const error = isErrorBody(answer) ? answer.error : undefined
  throw new ControlError({ ...error, status: response.status })
}

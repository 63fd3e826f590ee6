import { createReadStream, statSync } from 'node:fs'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Json } from '../contract/assumption-entry.ts'
import type { ErrorBody } from '../control/protocol/common.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Query = { readonly [name: string]: string | number | undefined }

/** The emulator refused a call of the control API. `message` and `code` come from its answer. */
export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal'
  readonly status: number
  readonly code: string
  readonly details: { readonly [key: string]: Json } | null

  constructor(status: number, { code, message, details }: ErrorBody['error']) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** Nobody answers at the URL. The command line ends with exit code 4. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  readonly code = 'unreachable'

  constructor(url: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause)
    super(
      `No emulator answers at ${url} (${reason}). Start one with "ringback start", or give its address with --url.`,
      {
        cause,
      },
    )
  }
}

export interface FileOnDisk {
  readonly file: string
}

export interface CallOptions {
  readonly query?: Query | undefined
  readonly body?: unknown | undefined
  /** Sent as they are, instead of a JSON body. A file is read while it is sent. */
  readonly bytes?: Buffer | FileOnDisk | undefined
  readonly signal?: AbortSignal | undefined
}

export interface ControlClientOptions {
  /** Where the emulator listens: `http://127.0.0.1:4010`. */
  readonly url: string
  /** The value of `--token` of `ringback start`. */
  readonly token?: string | undefined
  /** Longest wait of the harness's `waitFor`, in milliseconds of real time. */
  readonly waitTimeout?: number | undefined
}

/**
 * Calls the control API of an emulator, in this process or elsewhere. It uses node:http because the first use of fetch would add some 30 ms
 * to a start.
 */
export class ControlClient {
  readonly url: string
  readonly waitTimeout: number | undefined
  readonly #token: string | undefined
  readonly #agent: HttpAgent | HttpsAgent

  constructor({ url, token, waitTimeout }: ControlClientOptions) {
    this.waitTimeout = waitTimeout
    this.url = url.replace(/\/+$/, '')
    this.#token = token
    const Agent = this.url.startsWith('https:') ? HttpsAgent : HttpAgent
    this.#agent = new Agent({ keepAlive: true })
  }

  /**
   * Calls a path below the URL (`/control/…`) and reads the JSON of the answer.
   *
   * @throws ControlRefusal for every status that is not 2xx, UnreachableError when there is no answer
   */
  async call<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
    const { status, bytes } = await this.#exchange(method, path, options)
    const text = bytes.toString('utf8')
    if (status < 200 || status > 299) throw refusal(status, text)
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }

  /** Like `call`, for an answer that is not JSON. */
  async download(path: string, options: CallOptions = {}): Promise<Buffer> {
    const { status, bytes } = await this.#exchange('GET', path, options)
    if (status < 200 || status > 299) throw refusal(status, bytes.toString('utf8'))
    return bytes
  }

  /** Opens an answer that goes on, such as an event stream. It ends when the signal aborts. */
  async open(path: string, options: CallOptions = {}): Promise<IncomingMessage> {
    const response = await this.#send('GET', path, options)
    const status = response.statusCode ?? 0
    if (status >= 200 && status <= 299) return response
    throw refusal(status, (await bytesOf(response)).toString('utf8'))
  }

  /** Closes the connections that are kept open for further calls, so that the process can end. */
  close(): void {
    this.#agent.destroy()
  }

  async #exchange(method: Method, path: string, options: CallOptions): Promise<{ status: number; bytes: Buffer }> {
    const response = await this.#send(method, path, options)
    try {
      return { status: response.statusCode ?? 0, bytes: await bytesOf(response) }
    } catch (error) {
      throw new UnreachableError(this.url, error)
    }
  }

  #send(method: Method, path: string, options: CallOptions): Promise<IncomingMessage> {
    const { query, body, bytes, signal } = options
    // What changes something is sent as JSON, with or without a body, because the form of a foreign page cannot do that.
    const type = bytes === undefined ? 'application/json' : 'application/octet-stream'
    const content = bytes ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)))
    const length = content === undefined ? 0 : isFile(content) ? statSync(content.file).size : content.length
    const send = this.url.startsWith('https:') ? httpsRequest : httpRequest
    const headers: OutgoingHttpHeaders = method === 'GET' ? {} : { 'Content-Type': type, 'Content-Length': length }
    if (this.#token !== undefined) headers.Authorization = `Bearer ${this.#token}`
    return new Promise((resolve, reject) => {
      const request = send(`${this.url}${withQuery(path, query)}`, { method, agent: this.#agent, headers, signal })
      request.once('response', resolve)
      request.once('error', error => {
        if (signal?.aborted) return reject(signal.reason)
        // The server may close an idle connection at the very moment at which it is used again. Then nobody has seen the request.
        if (request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
          return resolve(this.#send(method, path, options))
        reject(new UnreachableError(this.url, error))
      })
      if (content === undefined || !isFile(content)) request.end(content)
      else
        createReadStream(content.file)
          .once('error', error => request.destroy(error))
          .pipe(request)
    })
  }
}

const isFile = (content: Buffer | FileOnDisk): content is FileOnDisk => !Buffer.isBuffer(content)

/** `/control/worlds/<world>/…`, with every part encoded. */
export function worldPath(world: string, ...parts: readonly (string | number)[]): string {
  return ['/control/worlds', ...[world, ...parts].map(part => encodeURIComponent(part))].join('/')
}

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

function refusal(status: number, text: string): ControlRefusal {
  try {
    return new ControlRefusal(status, (JSON.parse(text) as ErrorBody).error)
  } catch {
    return new ControlRefusal(status, {
      code: 'unknown',
      message: `The response (${status}) did not come from a Ringback emulator. Check the URL.`,
      details: null,
    })
  }
}

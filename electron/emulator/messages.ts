/** What the app and the emulator's utility process say to each other. Both ends check what they get against these schemas. */
import { Ajv, type ValidateFunction } from 'ajv'

export interface StartMessage {
  kind: 'start'
  /** Tried first; when it is taken, the next free one is used. */
  port: number
  /** Folder of the store, or `memory`. */
  store: string
}
interface StopMessage {
  kind: 'stop'
}
export type ToEmulator = StartMessage | StopMessage

interface ReadyMessage {
  kind: 'ready'
  url: string
  controlUrl: string
  port: number
}
interface FailedMessage {
  kind: 'failed'
  /** `port_in_use`, `store_in_use`, … as the emulator names it. */
  code: string
  message: string
}
interface StoppedMessage {
  kind: 'stopped'
}
export type FromEmulator = ReadyMessage | FailedMessage | StoppedMessage

const loopbackUrl = { type: 'string', pattern: '^http://(127\\.0\\.0\\.1|localhost|\\[::1\\]):[0-9]{1,5}(/|$)' }
const port = { type: 'integer', minimum: 0, maximum: 65_535 }

function message(kind: string, properties: Record<string, object> = {}): object {
  return {
    type: 'object',
    properties: { kind: { const: kind }, ...properties },
    required: ['kind', ...Object.keys(properties)],
    additionalProperties: false,
  }
}

const ajv = new Ajv({ strict: true, allErrors: false })

const TO_EMULATOR: ValidateFunction<ToEmulator> = ajv.compile({
  oneOf: [message('start', { port, store: { type: 'string', minLength: 1, maxLength: 4_096 } }), message('stop')],
})

const FROM_EMULATOR: ValidateFunction<FromEmulator> = ajv.compile({
  oneOf: [
    message('ready', { url: loopbackUrl, controlUrl: loopbackUrl, port: { ...port, minimum: 1 } }),
    message('failed', { code: { type: 'string', maxLength: 100 }, message: { type: 'string', maxLength: 10_000 } }),
    message('stopped'),
  ],
})

/** A message that fits, else `undefined`. */
export function readToEmulator(message: unknown): ToEmulator | undefined {
  return TO_EMULATOR(message) ? message : undefined
}

export function readFromEmulator(message: unknown): FromEmulator | undefined {
  return FROM_EMULATOR(message) ? message : undefined
}

import { onTestFinished } from 'vitest'
import type { AddressRule } from '../../server/egress/destination.ts'
import { createTransport, type SendResult, type TransportOptions } from '../../server/egress/transport.ts'
import { destinationOf } from './destination.ts'

interface SendOptions {
  headers?: Record<string, string>
  body?: Buffer
  connectSeconds?: number
  totalSeconds?: number
  signal?: AbortSignal
  rule?: Partial<AddressRule>
}

/** A transport that is closed with the test, and a short way to send with it. */
export function startTransport(options: Partial<TransportOptions> = {}) {
  const transport = createTransport({ stopwatch: () => performance.now(), ...options })
  onTestFinished(() => transport.close())
  const post = (url: string, wanted: SendOptions = {}): Promise<SendResult> => {
    const { headers = {}, body = Buffer.from('{}'), connectSeconds = 5, totalSeconds = 10, rule, signal } = wanted
    return transport.send({
      destination: destinationOf(url, rule),
      headers,
      body,
      timeout: { connect_seconds: connectSeconds, total_seconds: totalSeconds },
      ...(signal && { signal }),
    })
  }
  return { ...transport, post }
}

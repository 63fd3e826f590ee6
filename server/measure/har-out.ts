import { STATUS_CODES } from 'node:http'
import type { Json } from '../contract/assumption-entry.ts'
import type { Exchange } from './exchange.ts'

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

const content = (body: Json | null) => {
  const text = body === null ? '' : JSON.stringify(body)
  return { size: Buffer.byteLength(text), mimeType: 'application/json', text }
}

/** The traffic of a run as an HTTP archive (HAR 1.2). Exchanges hold no values of people, and so neither does it. */
export function exchangesHar(
  exchanges: readonly Exchange[],
  { base, version }: { base: string; version: string },
): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'Ringback measure', version },
      comment: 'Bodies hold keys, numbers and instants; other texts were replaced before they were kept.',
      entries: exchanges.map(exchange => ({
        startedDateTime: new Date(exchange.at).toISOString(),
        time: 0,
        request: {
          method: exchange.method,
          url: `${base}${exchange.path}${exchange.query === '' ? '' : `?${exchange.query}`}`,
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: [],
          queryString: [],
          postData:
            exchange.request === null
              ? undefined
              : { mimeType: 'application/json', text: JSON.stringify(exchange.request) },
          headersSize: -1,
          bodySize: -1,
        },
        response: {
          status: exchange.status,
          statusText: STATUS_CODES[exchange.status] ?? '',
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: pairs(exchange.headers),
          content: content(exchange.body),
          redirectURL: '',
          headersSize: -1,
          bodySize: -1,
        },
        cache: {},
        timings: { send: 0, wait: 0, receive: 0 },
        _step: exchange.step,
        _key: exchange.key,
      })),
    },
  }
}

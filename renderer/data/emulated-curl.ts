import { withQuery } from './client.ts'
import type { EmulatedRequest } from './emulated-request.ts'
import { quoted } from './exchange-curl.ts'

/** A request to the emulated API as a curl command. */
export function emulatedCurl({ method, path, query, key, body }: EmulatedRequest, baseUrl: string): string {
  return [
    `curl -i -X ${method} ${quoted(withQuery(`${baseUrl}${path}`, query))}`,
    ...(key === undefined || key === '' ? [] : [`-H ${quoted(`Authorization: Bearer ${key}`)}`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ')
}

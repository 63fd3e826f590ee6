import { withQuery } from '../../data/client.ts'
import type { EmulatedRequest } from '../../data/emulated-request.ts'
import { quoted } from '../../data/exchange-curl.ts'

/** The same request as a curl command. */
export function curlFor({ method, path, query, key, body }: EmulatedRequest, baseUrl: string): string {
  return [
    `curl -i -X ${method} ${quoted(withQuery(`${baseUrl}${path}`, query))}`,
    ...(key === undefined || key === '' ? [] : [`-H ${quoted(`Authorization: Bearer ${key}`)}`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ')
}

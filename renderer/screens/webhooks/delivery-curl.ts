import type { DeliveryDetailView } from '../../../server/control/protocol/deliveries.ts'
import { quoted } from '../../data/exchange-curl.ts'

/**
 * The delivery as a curl command that sends the same bytes under the same signature: to a receiver on this machine, which the last
 * attempt went to, or else to the URL of the webhook.
 */
export function curlOfDelivery({
  url,
  request_headers,
  body,
  attempts,
}: Pick<DeliveryDetailView, 'url' | 'request_headers' | 'body' | 'attempts'>): string {
  const target = attempts.at(-1)?.target
  const lines = [`curl -i -X POST ${quoted(target?.startsWith('http') ? target : url)}`]
  for (const [name, value] of Object.entries(request_headers)) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
  // Not --data: that would take line ends out of the body, and the signature with them.
  lines.push(`--data-binary ${quoted(body.text)}`)
  return lines.join(' \\\n  ')
}

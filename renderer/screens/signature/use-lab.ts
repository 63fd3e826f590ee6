import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DELIVERY_HEADERS, type Forgery } from '../../../server/contract/events.ts'
import type { SignatureExplanation } from '../../../server/contract/signature-steps.ts'
import type { Page } from '../../../server/control/protocol/common.ts'
import type { DeliveryDetailView, DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { SignatureCheckResult } from '../../../server/control/protocol/signatures.ts'
import type { WebhookSecretView } from '../../../server/control/protocol/webhooks.ts'
import { control, worldPath } from '../../data/client.ts'
import { keys } from '../../data/keys.ts'
import { useWorldQuery } from '../../data/queries.ts'
import { useWorldId } from '../../data/world.tsx'
import type { Signed } from './tampers.ts'

export type Encoding = 'text' | 'base64'

/** A delivery that a fault has forged, as its receiver got it. */
export interface ForgedDelivery {
  how: Forgery
  fault: number | null
  /** The genuine delivery that it was sent beside; `null` when that one is not kept any longer. */
  beside: string | null
  /** What its header is the signature of under the secret of the webhook; `null` where that has signed nothing of it. */
  signedBody: string | null
  /** The header is empty where it had none; the secret is that of the webhook. */
  received: Signed
}

const OFFERED = 50

export function useOfferedDeliveries(): DeliveryView[] | undefined {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, 'deliveries', 'page', 'lab'),
    queryFn: ({ signal }) =>
      control<Page<DeliveryView>>('GET', worldPath(world, 'deliveries'), { query: { limit: OFFERED }, signal }),
  }).data?.data
}

/** What a delivery was sent with: how its signature comes about or, of one that a fault has forged, what the receiver got. */
export function useSent(delivery: string): {
  isPending: boolean
  explained: SignatureExplanation | undefined
  forged: ForgedDelivery | undefined
  /** The webhook that it is for. */
  webhook: number | undefined
} {
  const detail = useWorldQuery<DeliveryDetailView>('deliveries', ['deliveries', delivery], delivery !== '')
  const { forged, forgery, webhook_id, fault, request_headers, body } = detail.data ?? {}
  const isGenuine = detail.data !== undefined && forged === null
  const explained = useWorldQuery<SignatureExplanation>(
    'deliveries',
    ['deliveries', delivery, 'signature'],
    delivery !== '' && isGenuine,
  )
  const isForged = delivery !== '' && detail.data !== undefined && !isGenuine
  const secret = useWorldQuery<WebhookSecretView>('webhooks', ['webhooks', String(webhook_id), 'secret'], isForged)
  return {
    isPending: detail.isPending || (isGenuine && explained.isPending) || (isForged && secret.isPending),
    explained: isGenuine ? explained.data : undefined,
    webhook: webhook_id,
    forged:
      isForged && forged && forgery && body && secret.data !== undefined
        ? {
            how: forged,
            fault: fault ?? null,
            beside: forgery.beside,
            signedBody: forgery.signed,
            received: {
              secret: secret.data.secret,
              header: request_headers?.[DELIVERY_HEADERS.signature] ?? '',
              body: body.text,
            },
          }
        : undefined,
  }
}

/**
 * The verdict of the emulator's own doctor. The last one stays while the next is on its way, so that nothing flickers. Without a header it is
 * asked only where that is known to have arrived without one.
 */
export function useVerdict(
  { secret, header, body }: Signed,
  { encoding, hasArrived = false }: { encoding: Encoding; hasArrived?: boolean },
) {
  const world = useWorldId()
  const asked = { secret, header, [encoding === 'base64' ? 'body_base64' : 'body']: body }
  return useQuery({
    // What was checked stays true whatever happens, but for a reset of the world.
    queryKey: keys.area(world, 'object', 'signature-check', asked),
    queryFn: ({ signal }) =>
      control<SignatureCheckResult>('POST', worldPath(world, 'signature', 'check'), { body: asked, signal }),
    enabled: secret !== '' && (header !== '' || hasArrived),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

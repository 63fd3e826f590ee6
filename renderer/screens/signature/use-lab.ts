import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SignatureExplanation } from '../../../server/contract/signature-steps.ts'
import type { Page } from '../../../server/control/protocol/common.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { SignatureCheckResult } from '../../../server/control/protocol/signatures.ts'
import { control, worldPath } from '../../data/client.ts'
import { keys } from '../../data/keys.ts'
import { useWorldQuery } from '../../data/queries.ts'
import { useWorldId } from '../../data/world.tsx'
import type { Signed } from './tampers.ts'

export type Encoding = 'text' | 'base64'

const OFFERED = 50

export function useOfferedDeliveries(): DeliveryView[] | undefined {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, 'deliveries', 'page', 'lab'),
    queryFn: ({ signal }) =>
      control<Page<DeliveryView>>('GET', worldPath(world, 'deliveries'), { query: { limit: OFFERED }, signal }),
  }).data?.data
}

export const useExplanation = (delivery: string) =>
  useWorldQuery<SignatureExplanation>('deliveries', ['deliveries', delivery, 'signature'], delivery !== '')

/** The verdict of the emulator's own doctor. The last one stays while the next is on its way, so that nothing flickers. */
export function useVerdict({ secret, header, body }: Signed, encoding: Encoding) {
  const world = useWorldId()
  const asked = { secret, header, [encoding === 'base64' ? 'body_base64' : 'body']: body }
  return useQuery({
    // What was checked stays true whatever happens, but for a reset of the world.
    queryKey: keys.area(world, 'object', 'signature-check', asked),
    queryFn: ({ signal }) =>
      control<SignatureCheckResult>('POST', worldPath(world, 'signature', 'check'), { body: asked, signal }),
    enabled: secret !== '' && header !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
}

import type { SignatureCheckResult } from '../../../server/control/protocol/signatures.ts'
import type { Signed } from './tampers.ts'

/** What is known to be wrong by holding what is here against what the service has sent. */
export type NamedHere = 'secret' | 'header' | 'rewritten'

/**
 * What is another here than the service has sent, where no mistake of a receiver explains the header: the doctor knows neither the delivery
 * nor its secret. That the body was altered is told where its bytes are. Pure.
 */
export function namedHere({
  mistakes,
  genuine,
  given,
  isSameJson,
}: {
  mistakes: SignatureCheckResult['mistakes']
  /** `undefined` where it is not known. */
  genuine: Signed | undefined
  given: Signed
  /** Whether the body is other bytes of the JSON that was signed. */
  isSameJson: boolean
}): NamedHere[] {
  if (genuine === undefined || mistakes.some(({ id }) => id !== 'unknown' && id !== 'other_secret')) return []
  const isExplained = mistakes.some(({ id }) => id === 'other_secret')
  const found = {
    // An API key in its place is named by the doctor.
    secret: !isExplained && genuine.secret !== given.secret,
    header: !isExplained && genuine.header !== given.header,
    rewritten: isSameJson,
  }
  return (Object.keys(found) as NamedHere[]).filter(name => found[name])
}

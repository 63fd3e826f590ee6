import { useState } from 'react'
import type { SignatureExplanation } from '../../../server/contract/signature-steps.ts'
import { choiceField, textField } from '../../routing/url-state.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { SAMPLE } from './sample.ts'
import { type Signed, TAMPERS, tampered } from './tampers.ts'
import { type Encoding, type ForgedDelivery, useOfferedDeliveries, useSent, useVerdict } from './use-lab.ts'

// What is pasted stays out of the address: addresses are shared and kept, and a secret must not be.
const FIELDS = { delivery: textField(), tamper: choiceField(TAMPERS), code: textField() }

const EMPTY: Signed = { secret: '', header: '', body: '' }

/** The newest delivery as the lab was opened, if there is one a genuine one. Later ones do not take its place: somebody is looking at it. */
function useNewest(): { isKnown: boolean; newest: string } {
  const offered = useOfferedDeliveries()
  const [newest, setNewest] = useState<string>()
  if (newest === undefined && offered !== undefined) {
    const genuine = offered.find(({ forged }) => forged === null)
    setNewest((genuine ?? offered[0])?.delivery_id ?? '')
  }
  return { isKnown: newest !== undefined, newest: newest ?? '' }
}

/** The sample, signed by the emulator's own code as soon as there is no delivery to show. */
function useSample(enabled: boolean): Signed {
  const header = useVerdict(enabled ? { ...SAMPLE, header: 'sha256=' } : EMPTY, { encoding: 'text' }).data?.expected
  return header === undefined ? EMPTY : { ...SAMPLE, header }
}

/** What was signed, as far as that is known: of a forgery only where the secret of the webhook has signed something of it. */
function signedOf({
  explained,
  forged,
  sample,
}: {
  explained: SignatureExplanation | undefined
  forged: ForgedDelivery | undefined
  sample: Signed | undefined
}): Signed {
  if (sample !== undefined) return sample
  if (explained !== undefined) {
    const { secret, header, signed_bytes } = explained
    return { secret, header, body: signed_bytes.text }
  }
  if (forged === undefined || forged.signedBody === null) return EMPTY
  return { ...forged.received, body: forged.signedBody }
}

/** What the lab checks: a delivery, the sample, or what somebody has typed over them. */
export function useSigned() {
  const [state, setState] = useUrlState(FIELDS)
  const { isKnown, newest } = useNewest()
  const [typed, setTyped] = useState<Partial<Signed>>()
  const [isEmpty, setIsEmpty] = useState(false)
  const [encoding, setEncoding] = useState<Encoding>('text')
  const delivery = isEmpty ? '' : state.delivery || newest
  const isSample = isKnown && delivery === '' && !isEmpty
  const sample = useSample(isSample)
  const { isPending, explained, forged, webhook } = useSent(delivery)
  const genuine = signedOf({ explained, forged, sample: isSample ? sample : undefined })
  // Nobody shows a mistake of a receiver with what no receiver may take.
  const tamperedWith = forged === undefined ? state.tamper : 'none'
  const shown: Signed = { ...(forged?.received ?? tampered(tamperedWith, genuine)), ...typed }
  return {
    state,
    setState,
    delivery,
    isSample,
    explained,
    /** Set where a fault has forged the delivery. */
    forged,
    /** The webhook of the delivery. */
    webhook,
    /** What the lab has changed of it, where nobody has typed over that. */
    tampering: tamperedWith === 'none' || typed !== undefined ? undefined : tamperedWith,
    /** Whether what is shown has arrived as it is here. */
    hasArrived: forged !== undefined && typed === undefined,
    genuine,
    shown,
    /** Whether it is not known yet what there is to check. */
    isWaiting: !isKnown || (delivery !== '' && isPending) || (isSample && sample.header === ''),
    /** Whether somebody has typed over it. */
    isTyped: typed !== undefined,
    isChanged: typed !== undefined || tamperedWith !== 'none',
    encoding,
    setEncoding,
    type: (change: Partial<Signed>) => setTyped(before => ({ ...before, ...change })),
    tamper: (tamper: (typeof TAMPERS)[number]) => {
      setTyped(undefined)
      setState({ tamper })
    },
    /** Another delivery, or an empty form for what somebody pastes. */
    pick: (id: string) => {
      setTyped(undefined)
      setIsEmpty(id === '')
      setState({ delivery: id, tamper: 'none' })
    },
  }
}

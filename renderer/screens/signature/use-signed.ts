import { useState } from 'react'
import { choiceField, textField } from '../../routing/url-state.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { SAMPLE } from './sample.ts'
import { type Signed, TAMPERS, tampered } from './tampers.ts'
import { type Encoding, useExplanation, useOfferedDeliveries, useVerdict } from './use-lab.ts'

// What is pasted stays out of the address: addresses are shared and kept, and a secret must not be.
const FIELDS = { delivery: textField(), tamper: choiceField(TAMPERS), code: textField() }

const EMPTY: Signed = { secret: '', header: '', body: '' }

/** The newest delivery as the lab was opened. Later ones do not take its place: somebody is looking at it. */
function useNewest(): { isKnown: boolean; newest: string } {
  const offered = useOfferedDeliveries()
  const [newest, setNewest] = useState<string>()
  if (newest === undefined && offered !== undefined) setNewest(offered[0]?.delivery_id ?? '')
  return { isKnown: newest !== undefined, newest: newest ?? '' }
}

/** The sample, signed by the emulator's own code as soon as there is no delivery to show. */
function useSample(enabled: boolean): Signed {
  const header = useVerdict(enabled ? { ...SAMPLE, header: 'sha256=' } : EMPTY, 'text').data?.expected
  return header === undefined ? EMPTY : { ...SAMPLE, header }
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
  const { data: explained, isPending } = useExplanation(delivery)
  const { secret, header, signed_bytes } = explained ?? { secret: '', header: '', signed_bytes: { text: '' } }
  /** What was signed. */
  const genuine: Signed = isSample ? sample : delivery === '' ? EMPTY : { secret, header, body: signed_bytes.text }
  const shown: Signed = { ...tampered(state.tamper, genuine), ...typed }
  return {
    state,
    setState,
    delivery,
    isSample,
    explained: delivery === '' ? undefined : explained,
    genuine,
    shown,
    /** Whether it is not known yet what there is to check. */
    isWaiting: !isKnown || (delivery !== '' && isPending) || (isSample && sample.header === ''),
    /** Whether somebody has typed over it. */
    isTyped: typed !== undefined,
    isChanged: typed !== undefined || state.tamper !== 'none',
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

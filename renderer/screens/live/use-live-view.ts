import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import type { View } from '../../components/axis/view.ts'

/** How long a view stays as it is before the address takes it: a turn of the wheel has many steps. */
const SETTLED_MS = 250

export interface ViewAddress {
  readonly span: number
  readonly at: number
}

/** The part of the time in view: at once on the page, and soon in the address. */
export function useLiveView(
  address: ViewAddress,
  write: (change: ViewAddress) => void,
): [View, Dispatch<SetStateAction<View>>] {
  const [view, setView] = useState<View>({ span: address.span, centre: address.at === 0 ? undefined : address.at })
  const { span, centre } = view
  const written = useRef<ViewAddress>(address)
  useEffect(() => {
    const { current } = written
    if (current.span === address.span && current.at === address.at) return
    // Somebody went back, or followed a link to another part of the time.
    written.current = { span: address.span, at: address.at }
    setView({ span: address.span, centre: address.at === 0 ? undefined : address.at })
  }, [address.span, address.at])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another view is written, and the newest writer does it
  useEffect(() => {
    const [rounded, at] = [Math.round(span * 10) / 10, centre === undefined ? 0 : Math.round(centre)]
    if (rounded === address.span && at === address.at) return
    const timer = setTimeout(() => {
      written.current = { span: rounded, at }
      write(written.current)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [span, centre])
  return [view, setView]
}

import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import type { View } from '../../components/axis/view.ts'

/** How long a view stays as it is before the address takes it: a turn of the wheel has many steps. */
const SETTLED_MS = 250

export interface ViewAddress {
  readonly span: number
  readonly at: number
  /** When somebody asked for that span; 0 where nobody has. */
  readonly asked: number
}

const viewOf = ({ span, at, asked }: ViewAddress): View => ({
  span,
  centre: at === 0 ? undefined : at,
  asked: asked === 0 ? undefined : asked,
})

/** The part of the time in view: at once on the page, and soon in the address. */
export function useLiveView(
  address: ViewAddress,
  write: (change: ViewAddress) => void,
): [View, Dispatch<SetStateAction<View>>] {
  const [view, setView] = useState(() => viewOf(address))
  const { span, centre, asked } = view
  const written = useRef<ViewAddress>(address)
  useEffect(() => {
    const { current } = written
    if (current.span === address.span && current.at === address.at && current.asked === address.asked) return
    // Somebody went back, or followed a link to another part of the time.
    written.current = { span: address.span, at: address.at, asked: address.asked }
    setView(viewOf(written.current))
  }, [address.span, address.at, address.asked])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another view is written, and the newest writer does it
  useEffect(() => {
    const [rounded, at] = [Math.round(span * 10) / 10, centre === undefined ? 0 : Math.round(centre)]
    const next = { span: rounded, at, asked: asked ?? 0 }
    if (next.span === address.span && next.at === address.at && next.asked === address.asked) return
    const timer = setTimeout(() => {
      written.current = next
      write(written.current)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [span, centre, asked])
  return [view, setView]
}

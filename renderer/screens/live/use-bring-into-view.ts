import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { FOLLOWING, movedFrom, type View } from '../../components/axis/view.ts'

/** What an address has opened. */
export interface Opened {
  readonly key: string
  /** When it was, in emulated milliseconds. */
  readonly at: number
}

/**
 * Moves a view that follows the clock to what an address has opened, once, where that is out of it: nothing of it would be marked. A part of the time
 * that somebody has chosen stays.
 *
 * @returns what is to be told where the axis begins and ends
 */
export function useBringIntoView(
  opened: Opened | undefined,
  setView: Dispatch<SetStateAction<View>>,
): (from: number, to: number) => void {
  const [brought, setBrought] = useState<string>()
  const [inView, setInView] = useState<{ from: number; to: number }>()
  const { key, at } = opened ?? {}
  useEffect(() => {
    if (key === undefined || at === undefined || inView === undefined || brought === key) return
    setBrought(key)
    setInView(undefined)
    if (at >= inView.from && at <= inView.to) return
    setView(view =>
      view.centre === undefined ? movedFrom(view, { span: view.span || FOLLOWING.span, centre: at }) : view,
    )
  }, [key, at, inView, brought, setView])
  const isAwaited = useRef(false)
  isAwaited.current = key !== undefined && brought !== key
  return (from, to) => {
    if (isAwaited.current) setInView({ from, to })
  }
}

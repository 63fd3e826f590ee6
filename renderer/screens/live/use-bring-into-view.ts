import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FOLLOWING, followed, movedFrom, type View } from '../../components/axis/view.ts'

/** What is open beside the axis. */
export interface Opened {
  readonly key: string
  /** When it was, in emulated milliseconds. */
  readonly at: number
  /** Whether a row of the list was pressed for it. Else an address has opened it. */
  readonly isRow: boolean
}

interface Options {
  /** Whether anything is open, also what needs no bringing. */
  isOpen: boolean
  view: View
  setView: Dispatch<SetStateAction<View>>
  /** Whether the list has all that has happened, also where the axis shows a part of the time. */
  isWhole: boolean
  onWhole: (isWhole: boolean) => void
}

/** What a press on a row has changed. */
interface Left {
  /** The view before. */
  readonly view: View | undefined
  readonly isWhole: boolean
}

/** Where it was brought, and nobody has moved it since. */
const isAsBrought = ({ centre, edges }: View) => centre !== undefined && edges === undefined

/**
 * Moves the axis to what is opened, once, where that is out of view: nothing of it would be marked. An address moves a view that follows the clock,
 * and a part of the time that somebody has chosen stays. A row that was pressed stays where it is: its list goes on telling of everything. When that is
 * closed, the axis goes back.
 *
 * @returns what is to be told where the axis begins and ends
 */
export function useBringIntoView(
  opened: Opened | undefined,
  { isOpen, view, setView, isWhole, onWhole }: Options,
): (from: number, to: number) => void {
  const [brought, setBrought] = useState<string>()
  const [inView, setInView] = useState<{ from: number; to: number }>()
  const last = useRef<{ from: number; to: number }>(undefined)
  const left = useRef<Left | undefined>(
    // After a reload there is no other view to go back to than that of the present.
    isOpen && isWhole && isAsBrought(view) ? { view: undefined, isWhole: false } : undefined,
  )
  const { key, at, isRow = false } = opened ?? {}
  useEffect(() => {
    if (key === undefined || at === undefined || isRow || inView === undefined || brought === key) return
    setBrought(key)
    setInView(undefined)
    if (at >= inView.from && at <= inView.to) return
    setView(view =>
      view.centre === undefined ? movedFrom(view, { span: view.span || FOLLOWING.span, centre: at }) : view,
    )
  }, [key, at, isRow, inView, brought, setView])

  const bringRow = useEffectEvent((key: string, at: number) => {
    setBrought(key)
    if (last.current === undefined || (at >= last.current.from && at <= last.current.to)) return
    if (left.current === undefined || !isAsBrought(view)) left.current = { view, isWhole }
    if (!isWhole) onWhole(true)
    setView(movedFrom(view, { span: view.span || FOLLOWING.span, centre: at }))
  })
  useEffect(() => {
    if (isRow && key !== undefined && at !== undefined && brought !== key) bringRow(key, at)
  }, [isRow, key, at, brought])

  const goBack = useEffectEvent(() => {
    setBrought(undefined)
    const before = left.current
    if (before !== undefined && isAsBrought(view)) setView(before.view ?? followed)
  })
  useEffect(() => {
    if (!isOpen) goBack()
  }, [isOpen])
  const listAgain = useEffectEvent(() => {
    const before = left.current
    left.current = undefined
    if (before !== undefined && !before.isWhole) onWhole(false)
  })
  const isFollowing = view.centre === undefined
  useEffect(() => {
    if (isFollowing) listAgain()
  }, [isFollowing])

  const isAwaited = useRef(false)
  isAwaited.current = key !== undefined && !isRow && brought !== key
  return (from, to) => {
    last.current = { from, to }
    if (isAwaited.current) setInView({ from, to })
  }
}

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { AdvanceBody } from '../../server/control/protocol/clock.ts'
import type { Pace } from '../../server/control/protocol/common.ts'
import type { Moved } from './journey.ts'
import { useAdvance, useSetPace, useStopAdvance } from './queries.ts'

interface ClockControl {
  /** Moves on until the goal is reached, unless it is stopped. `onSettled` hears of the error, which is shown to the person anyway. */
  advance: (body: AdvanceBody, onSettled?: (error?: unknown) => void) => void
  /** Ends what is under way, whoever asked for it; the clock stays where it has got to. */
  stop: () => void
  /** The same for who shows the error beside what was typed. */
  advanceTyped: (body: AdvanceBody, onSettled: (error?: unknown) => void) => void
  setPace: (pace: Pace) => void
  /** An advance of this page is on its way: it returns when nothing is due or in flight any more. */
  busy: boolean
  /** What the last advance did, until it is put away. */
  last: Moved | undefined
  /** Whether that was said first where the page is now: whoever has moved on from there has heard it. */
  isLastHere: boolean
  dismiss: () => void
}

const ClockControlContext = createContext<ClockControl | undefined>(undefined)

/** One place that moves the clock, for the bar, the keyboard and the palette: what fired is shown whoever asked. `where` is the screen that is shown. */
export function ClockControlProvider({ where, children }: { where: string | undefined; children: ReactNode }) {
  const [said, setSaid] = useState<{ last: Moved; where: string | undefined }>()
  const shown = useRef(where)
  shown.current = where
  const last = said?.last
  const isLastHere = said !== undefined && said.where === where
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])
  const show = (moved: Moved | undefined) => moved && setSaid({ last: moved, where: shown.current })
  const { mutateAsync, isPending } = useAdvance(show)
  const { mutateAsync: moveTyped, isPending: isMovingTyped } = useAdvance(show, { showsErrors: true })
  const busy = isPending || isMovingTyped
  const { mutate: stop } = useStopAdvance()
  const { mutate: setPace } = useSetPace()
  const value = useMemo(
    () => ({
      // A callback of `mutate` would not be called once another advance has begun.
      advance: (body: AdvanceBody, onSettled?: (error?: unknown) => void) =>
        void mutateAsync({ body, left: leaving.current?.signal ?? AbortSignal.abort() }).then(
          () => onSettled?.(),
          error => onSettled?.(error),
        ),
      advanceTyped: (body: AdvanceBody, onSettled: (error?: unknown) => void) =>
        void moveTyped({ body, left: leaving.current?.signal ?? AbortSignal.abort() }).then(
          () => onSettled(),
          onSettled,
        ),
      stop: () => stop(),
      setPace,
      busy,
      last,
      isLastHere,
      dismiss: () => setSaid(undefined),
    }),
    [mutateAsync, moveTyped, stop, setPace, busy, last, isLastHere],
  )
  return <ClockControlContext value={value}>{children}</ClockControlContext>
}

export function useClockControl(): ClockControl {
  const control = useContext(ClockControlContext)
  if (!control) throw new Error('This component moves the clock: render it inside <ClockControlProvider>.')
  return control
}

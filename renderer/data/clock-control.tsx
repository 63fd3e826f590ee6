import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { AdvanceBody, AdvanceResult } from '../../server/control/protocol/clock.ts'
import type { Pace } from '../../server/control/protocol/common.ts'
import { useAdvance, useSetPace } from './queries.ts'

interface ClockControl {
  /** `onSettled` hears of the error, which is shown to the person anyway. */
  advance: (body: AdvanceBody, onSettled?: (error?: unknown) => void) => void
  setPace: (pace: Pace) => void
  /** An advance is on its way: it returns when nothing is due or in flight any more. */
  busy: boolean
  /** What the last advance did, until it is put away. */
  last: AdvanceResult | undefined
  dismiss: () => void
}

const ClockControlContext = createContext<ClockControl | undefined>(undefined)

/** One place that moves the clock, for the bar, the keyboard and the palette: what fired is shown whoever asked. */
export function ClockControlProvider({ children }: { children: ReactNode }) {
  const [last, setLast] = useState<AdvanceResult>()
  const { mutateAsync, isPending: busy } = useAdvance(setLast)
  const { mutate: setPace } = useSetPace()
  const value = useMemo(
    () => ({
      // A callback of `mutate` would not be called once another advance has begun.
      advance: (body: AdvanceBody, onSettled?: (error?: unknown) => void) =>
        void mutateAsync(body).then(
          () => onSettled?.(),
          error => onSettled?.(error),
        ),
      setPace,
      busy,
      last,
      dismiss: () => setLast(undefined),
    }),
    [mutateAsync, setPace, busy, last],
  )
  return <ClockControlContext value={value}>{children}</ClockControlContext>
}

export function useClockControl(): ClockControl {
  const control = useContext(ClockControlContext)
  if (!control) throw new Error('This component moves the clock: render it inside <ClockControlProvider>.')
  return control
}

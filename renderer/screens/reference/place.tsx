import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import classes from './reference.module.css'

/** Which part of the open entry a search has led to, as `429/header/Retry-After`; empty for none. */
const AtContext = createContext('')

const placedAt = (at: string, place: string) => ({
  'data-place': place,
  'data-lit': at === place ? '' : undefined,
  'aria-current': at === place ? ('location' as const) : undefined,
})

/** The attributes of what stands at a place: lit where the search has led there. */
export function usePlaces() {
  const at = useContext(AtContext)
  return (place: string) => placedAt(at, place)
}

export const usePlaced = (place: string) => usePlaces()(place)

export function Placed({
  place,
  className,
  children,
}: {
  place: string
  className: string | undefined
  children: ReactNode
}) {
  return (
    <div className={className} {...usePlaced(place)}>
      {children}
    </div>
  )
}

/** What is said of the open entry: the part that a search has led to is unfolded and brought into view. */
export function Columns({
  at,
  times,
  onWork,
  children,
}: {
  at: string
  /** Counts how often the part has been asked for that is shown already. */
  times: number
  /** Something was typed or sent here. */
  onWork: () => void
  children: ReactNode
}) {
  const columns = useRef<HTMLDivElement>(null)
  const shown = useRef('')
  // Some parts come after the entry, as what the world assumes does.
  useEffect(() => {
    const asked = `${times} ${at}`
    if (asked === shown.current) return
    const part = at === '' ? undefined : columns.current?.querySelector(`[data-place="${CSS.escape(at)}"]`)
    if (!part) return
    shown.current = asked
    for (let around = part.closest('details'); around; around = around.parentElement?.closest('details') ?? null)
      around.open = true
    part.scrollIntoView({ block: 'center' })
  })
  return (
    <AtContext value={at}>
      <div ref={columns} className={classes.columns} onInput={onWork} onSubmit={onWork}>
        {children}
      </div>
    </AtContext>
  )
}

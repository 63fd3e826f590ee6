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
export function Columns({ at, children }: { at: string; children: ReactNode }) {
  const columns = useRef<HTMLDivElement>(null)
  const shown = useRef('')
  // Some parts come after the entry, as what the world assumes does.
  useEffect(() => {
    if (at === shown.current) return
    const part = at === '' ? undefined : columns.current?.querySelector(`[data-place="${CSS.escape(at)}"]`)
    if (!part) return
    shown.current = at
    for (let around = part.closest('details'); around; around = around.parentElement?.closest('details') ?? null)
      around.open = true
    part.scrollIntoView({ block: 'center' })
  })
  return (
    <AtContext value={at}>
      <div ref={columns} className={classes.columns}>
        {children}
      </div>
    </AtContext>
  )
}

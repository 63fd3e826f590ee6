import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { type Quiet, USUAL_QUIET } from '../../components/axis/time-scale.ts'
import { type Base, chosenOf, FOLLOWING, type View } from '../../components/axis/view.ts'
import type { HowSet } from '../../routing/use-url-state.ts'

/** How long a view stays as it is before the address takes it: a turn of the wheel has many steps. */
const SETTLED_MS = 250

export interface ViewAddress {
  readonly span: number
  readonly at: number
  /** When somebody asked for that span; 0 where nobody has. */
  readonly asked: number
  /** The instants at both sides, and how wide quiet time may be; 0 and nothing where the span alone says how much is in view. */
  readonly from: number
  readonly to: number
  readonly folds: string
  /** The span that was chosen before somebody zoomed. */
  readonly chosen: number
}

/** Of little time, as exactly as it takes. */
function exactSpan(span: number): number {
  const parts = span < 1 ? 100_000 : span < 100 ? 1_000 : 10
  return Math.round(span * parts) / parts
}

const rounded = (pixels: number) => Math.round(pixels * 100) / 100

const quietText = ({ past, ahead, early }: Quiet) =>
  [rounded(past), rounded(ahead), ...(early ? [Math.round(early.until), rounded(early.wide)] : [])].join('_')

/**
 * In pixels of an axis of the usual width: `84_76`, and where another width ends at an instant, `84_76_<instant>_<width>`. Behind it the same of where
 * somebody began to zoom, with the seconds of there: `84_76-31_23-3600`.
 */
export const foldsOf = (quiet: Quiet | undefined, base?: Base): string =>
  [
    ...(quiet ? [quietText(quiet)] : base ? [quietText(USUAL_QUIET)] : []),
    ...(base ? [quietText(base.quiet), exactSpan(base.span)] : []),
  ].join('-')

/** The same back; nothing of what no page has written. */
export function quietOf(folds: string): Quiet | undefined {
  const numbers = folds.split('_').map(Number)
  const [past, ahead, until, wide] = numbers
  if (past === undefined || ahead === undefined || !numbers.every(number => number > 0 && Number.isFinite(number)))
    return undefined
  return { past, ahead, ...(until !== undefined && wide !== undefined && { early: { until, wide } }) }
}

function baseOf(folds: string): Base | undefined {
  const [, began = '', seconds] = folds.split('-')
  const [quiet, span] = [quietOf(began), Number(seconds)]
  return quiet && span > 0 && Number.isFinite(span) ? { span, quiet } : undefined
}

function viewOf({ span, at, asked, from, to, folds, chosen }: ViewAddress): View {
  const view = {
    span,
    centre: at === 0 ? undefined : at,
    asked: asked === 0 ? undefined : asked,
    chosen: chosen === FOLLOWING.span ? undefined : chosen,
  }
  return at === 0 || from >= to
    ? view
    : { ...view, edges: { from, to }, quiet: quietOf(folds.split('-')[0]!), base: baseOf(folds) }
}

function addressOf(view: View): ViewAddress {
  const { span, centre, asked, edges, quiet, base } = view
  const chosen = chosenOf(view)
  const address = {
    span: exactSpan(span),
    at: centre === undefined ? 0 : Math.round(centre),
    asked: asked ?? 0,
    // Without it the span itself is the one.
    chosen: chosen === span ? FOLLOWING.span : chosen,
  }
  return centre === undefined || edges === undefined
    ? { ...address, from: 0, to: 0, folds: '' }
    : { ...address, from: Math.round(edges.from), to: Math.round(edges.to), folds: foldsOf(quiet, base) }
}

const NAMES = ['span', 'at', 'asked', 'from', 'to', 'folds', 'chosen'] as const
/** What tells one address from another. */
const keyOf = (address: ViewAddress) => NAMES.map(name => address[name]).join(' ')

/**
 * The part of the time in view: at once on the page, and soon in the address, in the place of the one before. One that is chosen is a step of its
 * own there, which "back" undoes.
 */
export function useLiveView(
  address: ViewAddress,
  write: (change: ViewAddress, options?: HowSet) => void,
): [view: View, setView: Dispatch<SetStateAction<View>>, choose: (chosen: (view: View) => View) => void] {
  const [view, setView] = useState(() => viewOf(address))
  const written = useRef<ViewAddress>(address)
  const key = keyOf(address)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object may say the same
  useEffect(() => {
    if (keyOf(written.current) === key) return
    // Somebody went back, or followed a link to another part of the time.
    written.current = address
    setView(viewOf(address))
  }, [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another view is written, and the newest writer does it
  useEffect(() => {
    const next = addressOf(view)
    if (keyOf(next) === key) return
    const timer = setTimeout(() => {
      written.current = next
      write(next)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [view])
  const current = useRef(view)
  current.current = view
  const choose = useCallback(
    (chosen: (view: View) => View) => {
      const [before, next] = [addressOf(current.current), chosen(current.current)]
      // Where somebody has just moved it is what is gone back to.
      if (keyOf(before) !== keyOf(written.current)) write(before)
      written.current = addressOf(next)
      write(written.current, { history: 'push' })
      setView(next)
    },
    [write],
  )
  return [view, setView, choose]
}

import { placeOf } from '../routing/paths.ts'

/** One screen on the way to what is shown. */
export interface Visit {
  readonly screen: string
  /** With what is open and the filters, to go back to. */
  readonly address: string
  /** Nothing of the screen is named, as by the menu of the screens: no link of another one has led there. */
  readonly isBare: boolean
}

export function visitOf(pathname: string, search: string): Visit {
  const { world, segments } = placeOf(pathname)
  const parameters = new URLSearchParams(search)
  // It is put back into every address while the page is shown to others.
  parameters.delete('present')
  const query = parameters.toString()
  return {
    screen: `${world} ${segments[0] ?? ''}`,
    address: query === '' ? pathname : `${pathname}?${query}`,
    isBare: segments.length < 2 && query === '',
  }
}

/** The way with one more visit: within a screen it stays as long as it is, and where it turns back it is shorter again. Pure. */
export function wayWith(way: readonly Visit[], visit: Visit): readonly Visit[] {
  const last = way.at(-1)
  if (last?.screen === visit.screen) return last.address === visit.address ? way : [...way.slice(0, -1), visit]
  if (way.at(-2)?.address === visit.address) return way.slice(0, -1)
  return visit.isBare ? [visit] : [...way, visit]
}

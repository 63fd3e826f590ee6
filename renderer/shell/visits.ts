import { placeOf } from '../routing/paths.ts'

/** One screen, or one list of a screen that has several, on the way to what is shown. */
export interface Visit {
  readonly screen: string
  readonly list: string
  /** With what is open and the filters, to go back to. */
  readonly address: string
  /** Nothing of the screen is named, as by the menu of the screens: no link of another one has led there. */
  readonly isBare: boolean
  /** The same of one of its lists: it was chosen by its tab. */
  readonly isBareList: boolean
}

/** Whose tabs are lists of their own, that lead from one to another; the first stands there without its name. */
const LISTS: Readonly<Record<string, string>> = { webhooks: 'subscriptions' }

export function visitOf(pathname: string, search: string): Visit {
  const { world, segments } = placeOf(pathname)
  const parameters = new URLSearchParams(search)
  // It is put back into every address while the page is shown to others.
  parameters.delete('present')
  const query = parameters.toString()
  const [screen = '', list] = segments
  const first = LISTS[screen]
  return {
    screen: `${world} ${screen}`,
    list: first === undefined ? '' : (list ?? first),
    address: query === '' ? pathname : `${pathname}?${query}`,
    isBare: segments.length < 2 && query === '',
    isBareList: segments.length < 3 && query === '',
  }
}

/**
 * The way with one more visit: within a list it stays as long as it is, a tab whose list is on it leads back there, and where it turns back it is
 * shorter again. Pure.
 */
export function wayWith(way: readonly Visit[], visit: Visit): readonly Visit[] {
  const last = way.at(-1)
  if (last?.address === visit.address && last.screen === visit.screen) return way
  if (way.at(-2)?.address === visit.address) return way.slice(0, -1)
  if (last?.screen === visit.screen) {
    if (last.list === visit.list) return [...way.slice(0, -1), visit]
    if (visit.isBare) return [visit]
    const before = way.findIndex(({ screen, list }) => screen === visit.screen && list === visit.list)
    return [...(visit.isBareList && before >= 0 ? way.slice(0, before) : way), visit]
  }
  return visit.isBare ? [visit] : [...way, visit]
}

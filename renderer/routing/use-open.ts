import { openApart } from './links.ts'
import { useGo, useHref, usePlace } from './use-place.ts'

export interface Open {
  /** The id of what is open, or the name of a panel; `undefined` for nothing. */
  open: string | undefined
  /** Opens something beside the list. `replace` when it takes the place of what was open, so that "back" leaves the list. */
  show: (id: string | number, history?: 'push' | 'replace') => void
  /** The same in a tab of its own: one that is shown to others if this one is. */
  showApart: (id: string | number) => void
  close: () => void
}

/** What is open beside a list: the segment of the address that follows those of the list. The filters in the address stay. */
export function useOpen(...list: readonly (string | number)[]): Open {
  const { segments } = usePlace()
  const go = useGo()
  const href = useHref()
  return {
    open: segments[list.length],
    show: (id, history = 'push') => go([...list, id], { search: location.search, history }),
    showApart: id => openApart(href(...list, id)),
    close: () => go(list, { search: location.search }),
  }
}

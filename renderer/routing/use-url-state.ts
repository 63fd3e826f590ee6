import { useCallback, useMemo } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { hiddenSearch, wholeSearch } from './hidden-search.ts'
import { readFields, type UrlFields, type UrlValues, writeFields } from './url-state.ts'
import { isPresenting } from './use-present.ts'

export interface HowSet {
  /** `push` makes the change a step of its own, which "back" undoes. */
  history?: 'push' | 'replace'
}

export type SetUrlState<Fields extends UrlFields> = (change: Partial<UrlValues<Fields>>, options?: HowSet) => void

/**
 * State of a screen that lives in the address: reloading, sending the link and going back all give the same view. Declare `fields`
 * outside of the component. A change replaces the history entry unless asked to push one. The address of a page that is shown to others
 * has no secret and no whole phone number; the values read from it are whole.
 */
export function useUrlState<Fields extends UrlFields>(fields: Fields): [UrlValues<Fields>, SetUrlState<Fields>] {
  const search = useSearch()
  const values = useMemo(() => readFields(fields, wholeSearch(search)), [fields, search])
  const set: SetUrlState<Fields> = useCallback(
    (change, { history = 'replace' } = {}) => {
      // The address of now, not of the last render: two changes in one event must not undo each other.
      const whole = writeFields(fields, wholeSearch(location.search), change)
      const next = isPresenting() ? hiddenSearch(whole) : whole
      const search = next ? `?${next}` : ''
      // What is chosen already is no step.
      const replace = history === 'replace' || search === location.search
      navigate(`${location.pathname}${search}`, { replace })
    },
    [fields],
  )
  return [values, set]
}

/** Whether the address has only a part of one of its values: what the page was left with after it was shown to others, until that is changed. */
export function useIsHidden(field: string): boolean {
  const search = useSearch()
  const written = new URLSearchParams(search).get(field)
  return !isPresenting() && written !== new URLSearchParams(wholeSearch(search)).get(field)
}

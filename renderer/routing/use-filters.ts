import type { UrlFields, UrlValues } from './url-state.ts'
import { type HowSet, type SetUrlState, useUrlState } from './use-url-state.ts'

/** What narrows a list: values of the address, each empty when it narrows nothing. */
export interface Filters {
  values: { readonly [name: string]: string }
  isActive: boolean
  /** Each change is a step that "back" undoes, unless it is asked to replace the one before: what is typed has too many. */
  set: (change: { readonly [name: string]: string }, options?: HowSet) => void
  clear: () => void
}

type TextNames<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string

/** The state of a list in the address, and those of its fields that are filters. Declare both outside of the component. */
export function useFilters<Fields extends UrlFields>(
  fields: Fields,
  names: readonly TextNames<UrlValues<Fields>>[],
): [UrlValues<Fields>, SetUrlState<Fields>, Filters] {
  const [state, setState] = useUrlState(fields)
  const values = Object.fromEntries(names.map(name => [name, state[name] as string]))
  const set: Filters['set'] = (change, { history = 'push' } = {}) =>
    setState(change as Partial<UrlValues<Fields>>, { history })
  return [
    state,
    setState,
    {
      values,
      isActive: Object.values(values).some(value => value !== ''),
      set,
      clear: () => set(Object.fromEntries(names.map(name => [name, '']))),
    },
  ]
}

import { useEffect, useSyncExternalStore } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { shownToOthers } from '../data/shown-to-others.ts'
import { hiddenSearch, wholeSearch } from './hidden-search.ts'

/** In the address of a page that is shown to others: `?present`. */
const FLAG = 'present'

const isIn = (search: string) => new URLSearchParams(search).has(FLAG)

let presenting = isIn(location.search)
const listeners = new Set<() => void>()

function become(next: boolean): void {
  presenting = next
  for (const listener of listeners) listener()
}

const withFlag = (search: string, on: boolean) => {
  const parameters = new URLSearchParams(search)
  parameters.delete(FLAG)
  const rest = on ? hiddenSearch(parameters.toString()) : wholeSearch(parameters.toString())
  return [on ? FLAG : '', rest].filter(Boolean).join('&')
}

function write(on: boolean): void {
  const search = withFlag(location.search, on)
  navigate(`${location.pathname}${search === '' ? '' : `?${search}`}`, { replace: true })
}

/** Whether the page is shown to others: larger, with nothing around the screen, and without what is not for them. */
export const usePresenting = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => presenting,
  )

/** The same at this moment, for what no component does. */
export const isPresenting = (): boolean => presenting

export function present(on: boolean): void {
  become(on)
  write(on)
}

/**
 * Keeps the flag in the address from screen to screen, and what is not for those who look on out of it: a link of the page does not carry
 * the one, and may carry the other. To be used once.
 */
export function usePresentInAddress(): void {
  const search = useSearch()
  useEffect(() => {
    if (!presenting && isIn(search)) become(true)
    if (presenting && (!isIn(search) || hiddenSearch(search) !== search)) write(true)
  }, [search])
}

const whole = (text: string) => text

/**
 * What of a text is for those who look on, where more than the text itself depends on it: how it is cut up, counted or drawn. What
 * only stands on the page needs no care (`shell/present-guard.ts`).
 */
export function useShown(): (text: string) => string {
  return usePresenting() ? shownToOthers : whole
}

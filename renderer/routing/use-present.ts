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

const withoutFlag = (search: string) => {
  const parameters = new URLSearchParams(search)
  parameters.delete(FLAG)
  return parameters.toString()
}

/** Whoever leaves with a key pressed too often has not asked for what was hidden: an address keeps that until it is changed. */
const withFlag = (search: string, on: boolean) => {
  const rest = withoutFlag(search)
  return on ? [FLAG, hiddenSearch(rest)].filter(Boolean).join('&') : rest
}

function write(on: boolean): void {
  const search = withFlag(location.search, on)
  navigate(`${location.pathname}${search === '' ? '' : `?${search}`}`, { replace: true })
}

/** A link to a page, as it stands on one that is shown to others: in whatever tab it is opened, that is one too. */
export function presentedLink(href: string): string {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(href) ?? []
  return `${path}?${withFlag(search, true)}${hash}`
}

/** The query of this page for a link that keeps it, with its question mark; whether it is shown to others is not the link's to say. */
export function queryToKeep(): string {
  const search = wholeSearch(withoutFlag(location.search))
  return search === '' ? '' : `?${search}`
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

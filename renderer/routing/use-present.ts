import { useEffect, useSyncExternalStore } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'

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
  return [on ? FLAG : '', parameters.toString()].filter(Boolean).join('&')
}

function write(on: boolean): void {
  const search = withFlag(location.search, on)
  navigate(`${location.pathname}${search === '' ? '' : `?${search}`}`, { replace: true })
}

/** Whether the page is shown to others: larger, with nothing around the screen, and without secrets. */
export const usePresenting = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => presenting,
  )

export function present(on: boolean): void {
  become(on)
  write(on)
}

/** Keeps the flag in the address from screen to screen: a link of the page does not carry it. To be used once. */
export function usePresentInAddress(): void {
  const search = useSearch()
  useEffect(() => {
    if (presenting && !isIn(search)) write(true)
    if (!presenting && isIn(search)) become(true)
  }, [search])
}

/** A signing secret or a key, wherever it stands in a text: its beginning says which it is. */
const SECRETS = /\b(whsec_|svc_(?:live|test)_)[\w-]+/g

export const withoutSecrets = (text: string): string => text.replace(SECRETS, '$1••••••••')

/** What of a text is for those who look on. */
export function useShown(): (text: string) => string {
  return usePresenting() ? withoutSecrets : text => text
}

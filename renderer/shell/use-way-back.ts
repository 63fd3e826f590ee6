import { useEffect, useState } from 'react'
import { useBrowserLocation, useSearch } from 'wouter/use-browser-location'
import { type Visit, visitOf, wayWith } from './visits.ts'

/** The address on another screen from which a link has led here. */
export function useWayBack(): string | undefined {
  const [pathname] = useBrowserLocation()
  const search = useSearch()
  const [way, setWay] = useState<readonly Visit[]>([])
  useEffect(() => setWay(before => wayWith(before, visitOf(pathname, search))), [pathname, search])
  return way.at(-2)?.address
}

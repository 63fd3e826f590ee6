import { shownInAddress } from '../data/shown-to-others.ts'

/** Where they stand for as long as the tab is there: a page that is loaded again has the same filters. */
const KEPT_AS = 'ringback.hidden-search'

function stored(): [text: string, value: string][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '[]') as [string, string][]
  } catch {
    return []
  }
}

/** What stands in the address for a value that is not for those who look on. */
const values = new Map(stored())

function textFor(value: string): string {
  const shown = shownInAddress(value)
  if (shown === value) return value
  let text = shown
  // Two numbers may look the same to those who look on.
  while (values.has(text) && values.get(text) !== value) text += '*'
  if (!values.has(text)) {
    values.set(text, value)
    try {
      sessionStorage.setItem(KEPT_AS, JSON.stringify([...values]))
    } catch {
      // Without a store they are there until the page is loaded again.
    }
  }
  return text
}

function mapped(search: string, change: (value: string) => string): string {
  const parameters = new URLSearchParams(search)
  const next = new URLSearchParams([...parameters].map(([name, value]) => [name, change(value)]))
  // An address of which nothing changes stays as it was written.
  return next.toString() === parameters.toString() ? search : next.toString()
}

/** A query as it may stand in the address of a page that is shown to others: without secrets and whole phone numbers. */
export const hiddenSearch = (search: string): string => mapped(search, textFor)

/** The query that an address means, with what is hidden in it. */
export const wholeSearch = (search: string): string => mapped(search, text => values.get(text) ?? text)

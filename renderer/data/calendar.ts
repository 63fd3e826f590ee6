/** Whether a calendar has the date that a text begins with, as `2026-03-10`: a `Date` takes February 30 for March 2. Pure. */
export function hasDate(text: string): boolean {
  const date = text.slice(0, 'yyyy-mm-dd'.length)
  const instant = Date.parse(`${date}T00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(date)
}

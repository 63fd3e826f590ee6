/** How much is used of a limit, given as a number or in relation to the limit; `undefined` when there is none to relate it to. */
export function usedOf(used: number | 'limit' | 'limit-1', limit: number | null): number | undefined {
  if (typeof used === 'number') return used
  if (limit === null) return undefined
  return Math.max(0, used === 'limit' ? limit : limit - 1)
}

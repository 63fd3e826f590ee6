/**
 * Parts of a whole as percent without fractions that add up to 100, as the parts add up to the whole: what is lost by rounding down goes to those
 * that lose the most (Hare and Niemeyer). Empty parts have 0.
 */
export function wholePercents(parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  if (whole === 0) return parts.map(() => 0)
  const exact = parts.map(part => (part / whole) * 100)
  const percents = exact.map(Math.floor)
  const left = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  const lost = (at: number) => (exact[at] ?? 0) - (percents[at] ?? 0)
  const most = exact.map((_, at) => at).sort((one, other) => lost(other) - lost(one) || one - other)
  for (const at of most.slice(0, left)) percents[at] = (percents[at] ?? 0) + 1
  return percents
}

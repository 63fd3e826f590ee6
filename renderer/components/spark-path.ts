interface Frame {
  width: number
  height: number
  until: number
  ceiling: number | null
}

const rounded = (value: number) => Math.round(value * 10) / 10

/** The staircase through samples as an SVG path, scaled so that `ceiling` (or the highest sample) is the top; `undefined` without samples. */
export function stepPath(
  samples: readonly { at: number; used: number }[],
  { width, height, until, ceiling }: Frame,
): { line: string; start: number } | undefined {
  const [first] = samples
  if (!first) return undefined
  const span = Math.max(1, until - first.at)
  const top = Math.max(1, ceiling ?? 0, ...samples.map(({ used }) => used))
  const x = (at: number) => rounded(Math.min(1, Math.max(0, (at - first.at) / span)) * width)
  const y = (used: number) => rounded(height - (used / top) * (height - 1))
  const steps = samples.slice(1).map(({ at, used }) => `H${x(at)}V${y(used)}`)
  return { line: `M${x(first.at)},${y(first.used)}${steps.join('')}H${width}`, start: x(first.at) }
}

/** One figure of the bench, with what it is held against. */
export interface Figure {
  readonly row: string
  readonly figure: string
  /** The figure to reach, in words. */
  readonly goal: string
  readonly reached: boolean | null
  /** Everything that was measured, for the JSON. */
  readonly details: Readonly<Record<string, unknown>>
}

export interface Row {
  readonly name: string
  readonly run: (options: { rounds: number; seconds: number }) => Promise<Figure[]>
}

/** A row that cannot be measured on this machine, and why. */
export const skipped = (row: string, goal: string, reason: string): Figure => ({
  row,
  figure: `not measured: ${reason}`,
  goal,
  reached: null,
  details: {},
})

export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

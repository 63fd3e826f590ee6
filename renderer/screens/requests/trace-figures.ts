import type { Json } from '../../../server/contract/assumption-entry.ts'
import type { TraceStep } from '../../../server/control/protocol/journal.ts'

type Figures = NonNullable<TraceStep['figures']>

interface FigureGroups {
  /** Pairs of used and limit, drawn as meters. */
  meters: { name: string; used: number; limit: number }[]
  others: [name: string, value: Json][]
}

/** The name of the limit that belongs to a figure that counts: `minute_used` has `minute_limit`, `used` has `limit` or `quota`. */
function limitOf(figures: Figures, name: string): { name: string; limitName: string; limit: number } | undefined {
  const match = /^(?:(.+)_)?used$/.exec(name)
  if (!match) return undefined
  const prefix = match[1] === undefined ? '' : `${match[1]}_`
  for (const limitName of [`${prefix}limit`, `${prefix}quota`]) {
    const limit = figures[limitName]
    if (typeof limit === 'number') return { name: match[1] ?? limitName, limitName, limit }
  }
  return undefined
}

/** Sorts the figures of a gate into meters and the rest; nothing is left out. */
export function figureGroups(figures: Figures): FigureGroups {
  const meters: FigureGroups['meters'] = []
  const drawn = new Set<string>()
  for (const [name, used] of Object.entries(figures)) {
    const found = typeof used === 'number' ? limitOf(figures, name) : undefined
    if (!found || typeof used !== 'number') continue
    meters.push({ name: found.name, used, limit: found.limit })
    drawn.add(name).add(found.limitName)
  }
  return { meters, others: Object.entries(figures).filter(([name]) => !drawn.has(name)) }
}

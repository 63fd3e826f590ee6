import type { FaultView } from '../../../server/control/protocol/faults.ts'

type DrillOfFault = NonNullable<FaultView['drill']>

export interface FaultsOfDrill {
  readonly drill: DrillOfFault
  readonly faults: readonly FaultView[]
}

/** The faults of drills by their drill: of one that is on apart from what an earlier one has left. In the order in which they come. Pure. */
export function byDrill(faults: readonly FaultView[]): readonly FaultsOfDrill[] {
  const groups = new Map<string, { drill: DrillOfFault; faults: FaultView[] }>()
  for (const fault of faults) {
    const { drill } = fault
    if (drill === null) continue
    const name = `${drill.drill} ${drill.is_on}`
    const group = groups.get(name) ?? { drill, faults: [] }
    groups.set(name, group)
    group.faults.push(fault)
  }
  return [...groups.values()]
}

/** Whether every word of a search is in what the row of a fault shows; `shown` is what it says in the language of the page. Pure. */
export function isFound({ id, match = {}, tenant, drill }: FaultView, q: string, shown: readonly string[]): boolean {
  const { method, path, event, webhook_id } = match
  const texts = [`#${id}`, method, path, tenant, event, webhook_id, drill?.drill, drill?.title, ...shown]
  const all = texts
    .filter(text => text !== undefined && text !== null)
    .join('\n')
    .toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every(word => all.includes(word))
}

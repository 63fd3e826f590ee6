import { useDrills } from './drills.ts'
import { useFaults } from './faults.ts'

/** Where a fault is seen that did something to a request: it itself, or, once it is gone, the drill that had staged it. */
export type FaultPlace =
  | { readonly is: 'there' }
  | { readonly is: 'of_drill'; readonly drill: string }
  | { readonly is: 'gone' }

/** `undefined` until it is known. */
export function useFaultPlace(id: number | null): FaultPlace | undefined {
  const faults = useFaults().data?.data
  const isThere = faults?.some(fault => fault.id === id)
  const drills = useDrills(id !== null && isThere === false).data?.data
  if (isThere === undefined) return undefined
  if (isThere) return { is: 'there' }
  if (drills === undefined) return undefined
  const drill = drills.find(({ fault_ids }) => id !== null && fault_ids.includes(id))
  return drill === undefined ? { is: 'gone' } : { is: 'of_drill', drill: drill.drill }
}

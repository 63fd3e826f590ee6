import { useDrills } from './drills.ts'
import { useFaults } from './faults.ts'

/** Where a fault is seen that did something to a request: it itself, with the drill that has staged it, or, once it is gone, that drill. */
export type FaultPlace =
  | { readonly is: 'there'; readonly drill: string | null }
  | { readonly is: 'of_drill'; readonly drill: string }
  | { readonly is: 'gone' }

/** `undefined` until it is known. */
export function useFaultPlace(id: number | null): FaultPlace | undefined {
  const faults = useFaults().data?.data
  const there = faults?.find(fault => fault.id === id)
  const drills = useDrills(id !== null && faults !== undefined && (there === undefined || there.drill !== null)).data
    ?.data
  if (faults === undefined) return undefined
  if (there !== undefined) {
    // A drill that came with a request has no page.
    const isKnown = drills?.some(({ drill }) => drill === there.drill?.drill) === true
    return { is: 'there', drill: isKnown ? (there.drill?.drill ?? null) : null }
  }
  if (drills === undefined) return undefined
  const drill = drills.find(({ fault_ids }) => id !== null && fault_ids.includes(id))
  return drill === undefined ? { is: 'gone' } : { is: 'of_drill', drill: drill.drill }
}

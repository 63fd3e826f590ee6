import { loadValidator } from '../domain/validation/compile.ts'
import type { Faults } from '../drills/check-drill.ts'

/** What is wrong with a drill of your own, by the place; nothing when it can be staged. */
export async function checkDrill(drill: unknown): Promise<Faults> {
  // It brings all rules with it.
  const [{ faultsOfDrill }] = await Promise.all([import('../drills/check-drill.ts'), loadValidator()])
  return faultsOfDrill(drill)
}

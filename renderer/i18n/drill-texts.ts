import i18next from 'i18next'
import type { KnownDrillView } from '../../server/control/protocol/drills.ts'

export interface DrillText extends Pick<KnownDrillView, 'title' | 'stages' | 'met_when' | 'conditions'> {
  /** Why its situation has not come. */
  readonly not_met: string
}

/** What the page in Japanese has of a drill; it has come with the other texts of that language. */
export const inJapanese = (drill: string, language: string): DrillText | undefined =>
  language.startsWith('ja') ? i18next.getResource('ja', 'drills', drill) : undefined

/**
 * What a drill did, as the server says it, in the language of the page as far as it is known in it. `known` are the drills of the world; nothing
 * until they are there.
 */
export function stepsInLanguage(
  { drill, steps }: { drill: string; steps: readonly string[] },
  known: readonly KnownDrillView[] | undefined,
  language: string,
): readonly string[] {
  if (known === undefined) return []
  const stages = known.find(one => one.drill === drill)?.stages ?? []
  const said = inJapanese(drill, language)?.stages
  return steps.map(step => said?.[stages.indexOf(step)] ?? step)
}

/** What passes a drill, in the language of the page; `undefined` of one that is known in no other than English. */
export const conditionsIn = (drill: string, language: string): readonly string[] | undefined =>
  inJapanese(drill, language)?.conditions

/** A drill in the language of the page, as far as it is known in it. */
export const inLanguage = (drill: KnownDrillView, language: string): Omit<DrillText, 'not_met'> =>
  inJapanese(drill.drill, language) ?? drill

import type { Noun } from '../../routing/nouns.ts'
import type { Target } from './layout.ts'

/** What a mark of the axis is about; of many requests at one place the newest that was refused, else the newest. */
export function subjectOfTarget(target: Target): { noun: Noun; id: string } | undefined {
  switch (target.kind) {
    case 'requests': {
      const mark = target.marks.findLast(({ answer }) => answer !== 'ok') ?? target.marks.at(-1)
      return mark && { noun: 'request', id: mark.value.request_id }
    }
    case 'call':
    case 'ready':
      return { noun: 'call', id: target.mark.value.call_id }
    case 'attempt':
      return { noun: 'delivery', id: target.mark.value.delivery_id }
    default:
      return undefined
  }
}

/** The instant that a mark is by itself: a midnight, or what is planned. */
export const instantOfTarget = (target: Target): number | undefined =>
  target.kind === 'midnight' ? target.at : target.kind === 'planned' ? target.point.at : undefined

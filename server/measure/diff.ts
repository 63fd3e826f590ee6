import type { MeasuredEntry, MeasuredFile } from '../contract/measured-file.ts'

export interface MeasuredChange {
  /** An entry of the register, or a sentence of the contract. */
  readonly what: string
  readonly before: string
  readonly after: string
}

/** What is another thing in the later file. An entry that only one of them could reach is no change. */
export function changesBetween(earlier: MeasuredFile, later: MeasuredFile): readonly MeasuredChange[] {
  const ids = [...new Set([...Object.keys(earlier.entries), ...Object.keys(later.entries)])].sort()
  const entries = ids.flatMap((id): MeasuredChange[] => {
    const [before, after] = [earlier.entries[id], later.entries[id]]
    if (!isSeen(before) || !isSeen(after)) return []
    const [one, other] = [shown(before), shown(after)]
    return one === other ? [] : [{ what: id, before: one, after: other }]
  })
  const sentences = (file: MeasuredFile) =>
    new Map(file.contradictions.map(({ sentence, observed }) => [`${sentence}: ${observed}`, observed]))
  const [old, now] = [sentences(earlier), sentences(later)]
  return [
    ...entries,
    ...[...now.keys()].filter(key => !old.has(key)).map(what => ({ what, before: 'holds', after: 'contradicted' })),
    ...[...old.keys()]
      .filter(key => !now.has(key))
      .map(what => ({ what, before: 'contradicted', after: 'not seen again' })),
  ]
}

const isSeen = (entry: MeasuredEntry | undefined): entry is MeasuredEntry =>
  entry !== undefined && ['measured', 'contradicts', 'other'].includes(entry.state)

const shown = ({ state, value }: MeasuredEntry): string =>
  state === 'other' ? 'something else' : JSON.stringify(value)

import { durationIn } from '../contract/duration-text.ts'
import type { Json, SnapshotComparison } from '../index.ts'
import { table } from './output.ts'

type Difference = SnapshotComparison['differences'][number]
type Change = Difference['changes'][number]

const SIGNS = { added: '+', removed: '-', changed: '~' } as const satisfies Record<Change['change'], string>

/** What became of a snapshot, for a terminal: how much differs of each kind, what was used of each limit, and then thing by thing. */
export function comparisonText({ before, after, differences, limits }: SnapshotComparison): string {
  const differing = differences.filter(row => sizeOf(row) > 0)
  const same = differences.filter(row => sizeOf(row) === 0 && row.after > 0)
  const kinds = differing.map(row => [nameOf(row), row.before, row.after, row.added, row.removed, row.changed])
  const used = limits.map(row => [row.tenant, row.name, row.before, row.after, row.limit ?? 'unlimited'])
  const parts = [
    clockText(before.now, after.now),
    kinds.length > 0 ? table(['KIND', 'BEFORE', 'AFTER', 'ADDED', 'REMOVED', 'CHANGED'], kinds) : '',
    used.length > 0 ? table(['TENANT', 'LIMIT', 'USED BEFORE', 'USED AFTER', 'OF'], used) : '',
    ...differing.map(kindText),
    kinds.length + used.length === 0 ? 'Nothing differs.' : '',
    same.length > 0 ? `The same in both: ${same.map(row => `${nameOf(row)} ${row.after}`).join(', ')}` : '',
  ]
  return parts.filter(part => part !== '').join('\n\n')
}

const sizeOf = ({ added, removed, changed }: Difference) => added + removed + changed
const nameOf = ({ kind }: Difference) => kind.replaceAll('_', ' ')

/** `Clock: 2026-03-10T14:59:50.000Z to 2026-03-10T15:59:50.000Z, 1 h later` */
function clockText(before: string, after: string): string {
  const moved = Date.parse(after) - Date.parse(before)
  if (moved === 0) return `Clock: ${after} in both`
  return `Clock: ${before} to ${after}, ${durationIn('en', Math.abs(moved))} ${moved > 0 ? 'later' : 'earlier'}`
}

function kindText(row: Difference): string {
  const more = sizeOf(row) - row.changes.length
  return [
    `${nameOf(row)}:`,
    ...row.changes.flatMap(changeLines),
    ...(more > 0 ? [`  and ${more.toLocaleString('en')} more`] : []),
  ].join('\n')
}

/** `~ 7  name=Sato tenant=pro`, and below it each field that differs. */
function changeLines({ id, change, about, fields }: Change): string[] {
  const known = Object.entries(about).filter(([, value]) => value !== null)
  return [
    `  ${SIGNS[change]} ${id}  ${known.map(([name, value]) => `${name}=${valueText(value)}`).join(' ')}`.trimEnd(),
    ...fields.map(({ name, before, after, withheld }) =>
      withheld ? `      ${name}: differs, not shown` : `      ${name}: ${valueText(before)} → ${valueText(after)}`,
    ),
  ]
}

/** Quoted where it would not be one word on one line. */
function valueText(value: Json): string {
  if (value === null) return '-'
  return typeof value === 'string' && /^[^\s\p{Cc}"]+$/u.test(value) ? value : JSON.stringify(value)
}

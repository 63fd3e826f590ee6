import { causesOf, earlyFinding } from '../early.ts'
import { Found } from '../found.ts'
import type { Finding } from '../rule.ts'
import { rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'
import { type Early, WAIT_KINDS, type Wait } from '../waits.ts'

/** Early requests to one refusal. */
export const EARLY = 5
/** Refusals in a row that something came early to. */
export const IN_ROW = 3

type Row = [Wait, ...Wait[]]

export const hammering = rule<null>({
  id: 'hammering',
  group: 'refusals',
  severity: 'error',
  hears: {},
  rests_on: 'contract/README.md#errors-3',
  begin: () => null,
  end(_, { waits }) {
    const rows = rowsOf(waits.broken.filter(({ grave }) => grave > 0)).filter(isHammered)
    const causes = causesOf(rows.flat())
    const found = new Found<Finding>()
    for (const row of rows) found.add(findingOf(row, causes.get(row[0].refusal.actor) ?? null))
    const hammered = new Set(rows.flat())
    const leaves = waits.broken.filter(wait => !hammered.has(wait)).map(({ id }) => id)
    const [passed, open] = [new Tally(), new Tally()]
    for (const kind of WAIT_KINDS) {
      passed.addAll(waits.kept[kind])
      open.addAll(waits.open[kind])
    }
    return { passed, open, findings: found.kept, more: found.unlisted, leaves, doubts: waits.doubts }
  },
})

/** Refusals that follow each other, so long as something came early to each. */
function rowsOf(waits: readonly Wait[]): Row[] {
  const rowOf = new Map<string, Row>()
  const rows: Row[] = []
  for (const wait of waits) {
    const row = wait.before === null ? undefined : rowOf.get(wait.before)
    if (row === undefined) rows.push(begin(rowOf, wait))
    else {
      row.push(wait)
      rowOf.set(wait.id, row)
    }
  }
  return rows
}

function begin(rowOf: Map<string, Row>, wait: Wait): Row {
  const row: Row = [wait]
  rowOf.set(wait.id, row)
  return row
}

const isHammered = (row: Row) => row.length >= IN_ROW || row.some(({ grave }) => grave >= EARLY)

function findingOf(row: Row, cause: string | null): Finding {
  const [first] = row
  const requests = row.reduce((sum, { grave }) => sum + grave, 0)
  // Those that may not have known are not counted, and a sentence about all that came would be false.
  const leavesOut = row.some(({ light, early }) => light > 0 || early.some(({ floods }) => floods))
  const figures = { refused: first.refusal.seq, requests }
  const refusals = row.length
  const quota = row.find(({ kind }) => kind === 'quota')?.refusal.seq
  const message =
    quota === undefined
      ? refusals === 1
        ? say('hammering', leavesOut ? 'flood' : 'one', { ...figures, wait: first.seconds })
        : say('hammering', leavesOut ? 'row_of_floods' : 'row', { ...figures, refusals })
      : refusals === 1
        ? say('hammering', leavesOut ? 'quota_flood' : 'quota', { ...figures, wait: first.seconds })
        : say('hammering', leavesOut ? 'quota_row_of_floods' : 'quota_row', { ...figures, refusals, quota })
  return earlyFinding(row, {
    severity: 'error',
    message,
    cause,
    holdsSince: completing(row),
  })
}

/** The early request with which it became hammering. */
function completing(row: Row): Early {
  const grave = row.map(({ early }) => early.filter(one => one.grave))
  const [fifths, third] = [grave.slice(0, IN_ROW - 1).map(own => own[EARLY - 1]), grave[IN_ROW - 1]?.[0]]
  return [...fifths, third].find(one => one !== undefined) as Early
}

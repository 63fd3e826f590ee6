import { drillsOf } from '../drills/drills.ts'
import type { RunningDrill } from '../drills/running-drill.ts'
import type { FindingView, VerdictView } from '../verdicts/wire.ts'
import type { World } from '../world/world.ts'
import type { InDrillView } from './protocol/verdicts.ts'

type Found = Pick<FindingView, 'evidence' | 'deliveries' | 'deliveries_of_run' | 'left_out'>

/** What a drill of this process has heard, by its ids. */
interface Heard {
  readonly drill: RunningDrill
  readonly requests: ReadonlySet<string>
  readonly deliveries: ReadonlySet<string>
}

/** Which findings come of requests and deliveries within a drill, in the order of the drills: those that were there before, and those of other processes, are of none. */
export function findingsInDrills(world: World, rows: readonly VerdictView[]): InDrillView[] {
  const findings = rows.flatMap(row => row.findings)
  return findings.length === 0
    ? []
    : drillsOf(world)
        .all()
        .map(heardBy)
        .flatMap(heard =>
          findings.flatMap(finding => {
            const share = shareOf(finding, heard)
            if (share === 'none') return []
            const { id, drill } = heard.drill
            const { drill: name, title } = drill
            return { finding_id: finding.finding_id, drill: name, drill_id: id, title, whole: share === 'all' }
          }),
        )
}

function heardBy(drill: RunningDrill): Heard {
  const { requests, attempts } = drill.observed
  return {
    drill,
    requests: new Set(requests.map(({ request_id }) => request_id)),
    deliveries: new Set(attempts.map(({ delivery_id }) => delivery_id)),
  }
}

/** Of what is not listed nobody can tell, but while the drill is on. */
function shareOf({ evidence, deliveries, deliveries_of_run, left_out }: Found, { drill, ...heard }: Heard) {
  const isOf = [
    ...evidence.map(({ request_id, of_run }) => of_run === null && heard.requests.has(request_id)),
    ...deliveries.map(id => !deliveries_of_run.includes(id) && heard.deliveries.has(id)),
  ]
  if (!isOf.includes(true)) return 'none'
  return isOf.includes(false) || (left_out && drill.isOver) ? 'some' : 'all'
}

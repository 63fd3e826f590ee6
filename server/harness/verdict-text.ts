import { lossOf } from '../contract/answered.ts'
import { durationIn } from '../contract/duration-text.ts'
import { ONE_CONNECTION } from '../contract/unmet-sentences.ts'
import type { EvidenceView, FindingView, VerdictView } from '../control/protocol/verdicts.ts'

/** Dashes that the gaps of a lane share. */
const LANE = 36
const LEAST = 2

/** A finding of a rule in words: what was found, and how to mend it. */
export const findingSentence = (
  { rule, fix }: Pick<VerdictView, 'rule' | 'fix'>,
  { message, cause, came_early }: Pick<FindingView, 'message' | 'cause' | 'came_early'>,
): string => {
  const isUnaware = came_early !== undefined && came_early.counted === 0
  return `${rule}: ${message}${cause === null ? '' : ` Likely cause: ${cause}.`} ${fix}${isUnaware ? ` ${ONE_CONNECTION}` : ''}`
}

/** The same with a picture of its exchanges below. */
export function findingText(row: Pick<VerdictView, 'rule' | 'fix'>, finding: FindingView, world_id?: string): string {
  const place = world_id === undefined ? '' : ` (world ${world_id})`
  return [`${findingSentence(row, finding)}${place}`, ...laneDiagram(finding).map(line => `    ${line}`)].join('\n')
}

/**
 * The exchanges of a finding on the two clocks that a wait runs on: the world's, and the one on the wall. A frozen world shows them at one
 * instant however long the client has waited. Nothing for findings on receivers, which are about deliveries, and none of one request without a wait.
 */
export function laneDiagram(finding: Shown): string[] {
  const { lanes, since, notes } = lanesOf(finding)
  const [emulated, real] = lanes
  const both =
    emulated === undefined || real === undefined ? [] : [`${emulated}  ${since.emulated}`, `${real}  ${since.real}`]
  return [...both, ...notes]
}

type Shown = Pick<FindingView, 'evidence' | 'figures' | 'evidence_total'> & {
  readonly came_early?: FindingView['came_early']
}

/** What all requests of a finding on a wait are, those included that it has no room to list; nothing of one that counts none. */
export function cameEarlyText({ evidence_total, came_early }: Pick<Shown, 'evidence_total' | 'came_early'>): string {
  if (came_early === undefined || came_early.counted === 0) return ''
  const { counted, unaware } = came_early
  const refusals = evidence_total - counted - unaware
  const others =
    unaware === 0 ? '' : `, ${unaware.toLocaleString('en')} early ones that need not have known and do not count`
  return `${refusals.toLocaleString('en')} that asked for a wait, ${counted.toLocaleString('en')} that came too early${others}`
}

interface Lanes {
  /** The emulated one and the real one, or none. */
  readonly lanes: readonly string[]
  /** From when each counts: `from the start of #42`. */
  readonly since: { readonly emulated: string; readonly real: string }
  readonly notes: readonly string[]
}

/** The same in parts, for where there is less room beside each other. */
export function lanesOf({ evidence, figures, evidence_total, came_early }: Shown): Lanes {
  const [first] = evidence
  if (first === undefined) return { lanes: [], since: { emulated: '', real: '' }, notes: [] }
  const [wait] = figures.wait_seconds ?? []
  // One request on a line by itself says nothing that its sentence does not.
  const isPicture = evidence.length > 1 || wait !== undefined
  const emulated = evidence.map(shown => ({
    label: labelOf(shown),
    after: (Date.parse(shown.at) - Date.parse(first.at)) / 1_000,
  }))
  const real = evidence.map(shown => ({ label: labelOf(shown), after: (shown.real_us - first.real_us) / 1_000_000 }))
  const until = wait === undefined ? [] : [{ label: 'wait over', after: wait }]
  const ofRun = evidence.filter(({ of_run }) => of_run !== null).map(({ seq }) => `#${seq}`)
  const missing =
    ofRun.length === 0
      ? []
      : [
          `of the run of the capsule, and not in this world: ${ofRun.join(', ')}; requests of these numbers here are others`,
        ]
  const parts = cameEarlyText({ evidence_total, came_early })
  const rest =
    evidence_total > evidence.length
      ? [`these are the first ${evidence.length} of ${evidence_total}${parts === '' ? '' : `: ${parts}`}`]
      : []
  const lanes = [`emulated  ${lane([...emulated, ...until])}`, `real      ${lane(real)}`]
  const since = `from the start of #${first.seq}`
  return {
    lanes: isPicture ? lanes : [],
    since: { emulated: `${since}, ${first.at}`, real: since },
    notes: [...missing, ...rest],
  }
}

interface Mark {
  readonly label: string
  /** Seconds after the first one. */
  readonly after: number
}

function lane(marks: readonly Mark[]): string {
  const inOrder = marks.toSorted((one, other) => one.after - other.after)
  const span = Math.max(...marks.map(({ after }) => after))
  return inOrder
    .map(({ label, after }, index) => {
      const gap = after - (inOrder[index - 1]?.after ?? after)
      if (index === 0) return label
      const dashes = '-'.repeat(Math.max(LEAST, span === 0 ? 0 : Math.round((gap / span) * LANE)))
      return ` ${dashes} ${label} +${lengthOf(after)}`
    })
    .join('')
}

/** `#76 (answer lost)`: that is why a client asks again. */
function labelOf({ seq, ...left }: EvidenceView): string {
  const loss = lossOf(left)
  return loss === undefined ? `#${seq}` : `#${seq} (${loss})`
}

/** From a minute on as everywhere else: `11 h 24 min`. */
const lengthOf = (value: number) => (value < 60 ? `${seconds(value)} s` : durationIn('en', value * 1_000))

const seconds = (value: number) =>
  value !== 0 && value < 10 ? String(Number(value.toPrecision(2))) : String(Math.round(value * 10) / 10)

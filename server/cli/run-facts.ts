import manifest from '../../package.json' with { type: 'json' }
import type { Answered, BrokenOff } from '../contract/answered.ts'
import { ENDPOINTS } from '../contract/endpoints.ts'
import type { NamedRequestView } from '../control/protocol/verdicts.ts'
import type { EmulatorHandle, RunFindingView, RunVerdictView } from '../index.ts'
import { MOST_OF_RULE, MOST_OF_RULE_IN_RUN } from '../verdicts/named-requests.ts'
import { doubtsIn } from '../verdicts/unmet.ts'
import type { Opening } from './capsules.ts'
import type { FoundCondition, JudgedRun } from './fail-conditions.ts'
import { bySeverity } from './severities.ts'

/** The result of a run of the command. */
export interface Run {
  readonly args: readonly string[]
  readonly code: number
  /** Whether somebody ended the command before it had come to its end. */
  readonly interrupted: boolean
  readonly seconds: number
  readonly report: JudgedRun
  readonly problems: readonly FoundCondition[]
  /** Files with the worlds of a run that did not pass. */
  readonly capsules: readonly string[]
  /** Where each opens; none of a world that no request has reached. */
  readonly opensAt: ReadonlyMap<string, Opening>
  readonly facts: RunFacts
}

/** A request that findings name by its number, or that is in doubt. */
export interface NamedRequest {
  /** What it has in common with the evidence of findings: `requestKey`. */
  readonly key: string
  readonly seq: number
  readonly world_id: string
  readonly actor: RunFindingView['actor']
  /** `GET /customers/7`, without the query; of what is not kept, the endpoint of the finding. */
  readonly request: string
  /** Whether its client had the whole answer, as far as the emulator knows. */
  readonly answered: Answered
  /** What a fault did to an answer that was cut. */
  readonly broken_off: BrokenOff | null
  /** In the time of its world. */
  readonly at: string
  /** Both sides; `undefined` where they are not kept. */
  readonly kept: NamedRequestView | undefined
  /** Why they are not: each rule that names it has as many as are kept, or the journal of its world has it no more. */
  readonly lost?: 'room' | 'journal' | undefined
  /** Real time since its world began, in microseconds. */
  readonly real_us: number
}

/** What tells a report of a run from the others. */
export interface RunFacts {
  /** In real time. */
  readonly started_at: string
  readonly version: string
  /** The world that the command was given. */
  readonly world_id: string
  readonly seed: number
  /** As the CI names it; `null` when it does not. */
  readonly commit: string | null
  readonly requests: readonly NamedRequest[]
  /**
   * Of worlds that were still there, the newest requests that were refused and that no finding names; also among `requests`. None of a run that is
   * passed, or that only what clients did wrong fails.
   */
  readonly refused: readonly NamedRequest[]
  /** How many there are in all, as far as findings list them. */
  readonly requests_total: number
}

/** Where GitHub, GitLab, Buildkite, CircleCI, Jenkins, Bitbucket and Azure say what they have checked out. */
const COMMITS = [
  'GITHUB_SHA',
  'CI_COMMIT_SHA',
  'BUILDKITE_COMMIT',
  'CIRCLE_SHA1',
  'GIT_COMMIT',
  'BITBUCKET_COMMIT',
  'BUILD_SOURCEVERSION',
] as const
const COMMIT = /^[\da-f]{7,64}$/i
/** As many requests are told. */
const MOST_REQUESTS = 200

/** Milliseconds since 1970, by the clock of the machine: a run is no part of any world. */
export const realNow = (): number => performance.timeOrigin + performance.now()

interface Ran {
  /** Whether requests that were refused may be why the run fails. */
  readonly tellsRefused: boolean
  readonly started: number
  readonly verdicts: readonly RunVerdictView[]
  readonly env: NodeJS.ProcessEnv
}

export async function runFacts(
  emulator: EmulatorHandle,
  { started, verdicts, env, tellsRefused }: Ran,
): Promise<RunFacts> {
  const { world_id, seed } = emulator.world.view
  const commit = COMMITS.map(name => env[name]).find(value => value !== undefined && COMMIT.test(value)) ?? null
  const started_at = new Date(started).toISOString()
  const { data } = await emulator.client.call<{ data: NamedRequestView[] }>('GET', '/control/verdicts/requests')
  const named = requestsIn(verdicts, data)
  const isNew = ({ key }: NamedRequest) => !named.some(one => one.key === key)
  const refused = tellsRefused ? data.filter(isOnlyRefused).map(asRefused).filter(isNew) : []
  const requests = [...refused, ...named]
  return {
    refused,
    ...{ started_at, version: manifest.version, world_id, seed, commit },
    requests: inOrder(requests.slice(0, MOST_REQUESTS)),
    requests_total: requests.length,
  }
}

const isOnlyRefused = ({ rules }: NamedRequestView) => rules.length === 0

const asRefused = (kept: NamedRequestView): NamedRequest => ({
  ...{ key: requestKey(kept.world_id, kept), seq: kept.seq, world_id: kept.world_id, actor: null },
  ...{
    request: `${kept.method} ${kept.path}`,
    answered: kept.answered,
    broken_off: kept.broken_off,
    at: kept.at,
    real_us: kept.real_us,
    kept,
  },
})

type Place = { readonly request_id: string; readonly real_us: number }

/** Tells a request from all others of the run: a world that was reset gives the same ids again. */
export const requestKey = (world_id: string, { request_id, real_us }: Place): string =>
  JSON.stringify([world_id, request_id, real_us])

/** Each once, those of the gravest findings first. */
function requestsIn(verdicts: readonly RunVerdictView[], kept: readonly NamedRequestView[]): NamedRequest[] {
  const known = new Map(kept.map(view => [requestKey(view.world_id, view), view]))
  const found = new Map<string, NamedRequest>()
  const findings = verdicts.flatMap(row => row.findings).sort(bySeverity)
  const doubts = doubtsIn(verdicts).map(doubt => ({ ...doubt, endpoint: null }))
  const lostOf = whyLost(verdicts, kept)
  for (const { world_id, endpoint, evidence, actor } of [...findings, ...doubts]) {
    for (const seen of evidence) {
      const key = requestKey(world_id, seen)
      if (found.has(key)) continue
      const { seq, at, answered, broken_off, real_us } = seen
      const view = known.get(key)
      const told = view ?? ENDPOINTS.find(({ id }) => id === endpoint)
      const request = told === undefined ? 'a request' : `${told.method} ${told.path}`
      const lost = view === undefined ? lostOf(key, world_id) : undefined
      found.set(key, { key, seq, world_id, actor, request, answered, broken_off, at, real_us, kept: view, lost })
    }
  }
  return [...found.values()]
}

/** Why of a request neither side is kept. */
function whyLost(verdicts: readonly RunVerdictView[], kept: readonly NamedRequestView[]) {
  const inAll = (of: string) => kept.filter(({ rules }) => rules.includes(of)).length
  const inOne = (of: string, id: string) =>
    kept.filter(({ rules, world_id }) => world_id === id && rules.includes(of)).length
  return (key: string, world_id: string): 'room' | 'journal' => {
    const naming = verdicts.filter(({ findings, doubts }) =>
      [...findings, ...doubts].some(one => one.evidence.some(seen => requestKey(one.world_id, seen) === key)),
    )
    const isFull = ({ rule }: RunVerdictView) =>
      inOne(rule, world_id) >= MOST_OF_RULE || inAll(rule) >= MOST_OF_RULE_IN_RUN
    return naming.every(isFull) ? 'room' : 'journal'
  }
}

/** World by world as they began to be asked, the world of the command first; of each as they were sent. */
function inOrder(requests: readonly NamedRequest[]): NamedRequest[] {
  const began = new Map<string, string>()
  for (const { world_id, kept } of requests) {
    const [first, sent_at] = [began.get(world_id), kept?.sent_at ?? LAST]
    if (first === undefined || sent_at < first) began.set(world_id, sent_at)
  }
  const starts = Map.groupBy(
    requests.flatMap(({ world_id, kept }) => (kept === undefined ? [] : [{ world_id, start: startOf(kept) }])),
    ({ world_id }) => world_id,
  )
  // A world that was reset numbers its requests anew, and counts its time anew as well.
  const wasReset = (world_id: string) => {
    const its = starts.get(world_id)?.map(({ start }) => start) ?? []
    return Math.max(...its) - Math.min(...its) > SAME_START
  }
  const sentAt = ({ world_id, kept, real_us }: NamedRequest) =>
    kept === undefined ? (starts.get(world_id)?.[0]?.start ?? 0) + real_us / 1_000 : Date.parse(kept.sent_at)
  const beganOf = ({ world_id }: NamedRequest) => (world_id === 'default' ? '' : (began.get(world_id) ?? ''))
  return requests.toSorted(
    (one, other) =>
      beganOf(one).localeCompare(beganOf(other)) ||
      one.world_id.localeCompare(other.world_id) ||
      (wasReset(one.world_id) ? sentAt(one) - sentAt(other) : 0) ||
      one.seq - other.seq,
  )
}

const startOf = ({ sent_at, real_us }: NamedRequestView): number => Date.parse(sent_at) - real_us / 1_000

/** Instants are whole milliseconds, and the clock of the machine may be set a little. */
const SAME_START = 50
/** After every instant of a run. */
const LAST = '9999'

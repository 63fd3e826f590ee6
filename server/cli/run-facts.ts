import manifest from '../../package.json' with { type: 'json' }
import type { Answered } from '../contract/answered.ts'
import { ENDPOINTS } from '../contract/endpoints.ts'
import type { EmulatorHandle, RunVerdictView, WorldHandle } from '../index.ts'

/** A request that a finding names by its number. */
export interface NamedRequest {
  readonly seq: number
  readonly world_id: string
  /** `GET /customers/7`, without the query; of a world that has ended, the endpoint of the finding. */
  readonly request: string
  /** `null` when its world has ended, or its journal had no more room. */
  readonly status: number | null
  /** Whether its client had the whole answer, as far as the emulator knows. */
  readonly answered: Answered
  /** In the time of its world. */
  readonly at: string
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
/** As many requests are told; the capsule of a run has all of them. */
const MOST_REQUESTS = 200

/** Milliseconds since 1970, by the clock of the machine: a run is no part of any world. */
export const realNow = (): number => performance.timeOrigin + performance.now()

interface Ran {
  readonly started: number
  readonly verdicts: readonly RunVerdictView[]
  readonly env: NodeJS.ProcessEnv
}

export async function runFacts(emulator: EmulatorHandle, { started, verdicts, env }: Ran): Promise<RunFacts> {
  const { world_id, seed } = emulator.world.view
  const commit = COMMITS.map(name => env[name]).find(value => value !== undefined && COMMIT.test(value)) ?? null
  const started_at = new Date(started).toISOString()
  const requests = await requestsIn(emulator, verdicts)
  return { started_at, version: manifest.version, world_id, seed, commit, requests }
}

async function requestsIn(emulator: EmulatorHandle, verdicts: readonly RunVerdictView[]): Promise<NamedRequest[]> {
  const worlds = new Map<string, Promise<WorldHandle | undefined>>()
  const found = new Map<string, NamedRequest>()
  const findings = verdicts.flatMap(row => row.findings)
  for (const { world_id, endpoint, evidence } of findings) {
    const world = worlds.get(world_id) ?? emulator.openWorld(world_id).catch(() => undefined)
    worlds.set(world_id, world)
    for (const { request_id, seq, at, answered } of evidence) {
      if (found.size >= MOST_REQUESTS || found.has(request_id)) continue
      const kept = await world.then(one => one?.requests.get(request_id).catch(() => undefined))
      const row = ENDPOINTS.find(({ id }) => id === endpoint)
      const request = kept ?? row
      const name = request === undefined ? 'no endpoint of the contract' : `${request.method} ${request.path}`
      found.set(request_id, { seq, world_id, request: name, status: kept?.status ?? null, answered, at })
    }
  }
  return [...found.values()].sort((one, other) => one.world_id.localeCompare(other.world_id) || one.seq - other.seq)
}

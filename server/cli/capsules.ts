import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CAPSULE_HEADERS } from '../contract/capsule-headers.ts'
import type { EmulatorHandle, WorldHandle } from '../index.ts'
import { writeOutput } from './files.ts'
import { namedIn, numberOf } from './named-request.ts'

/** What the capsule of a world is called. */
export const capsuleName = (world_id: string): string => `${world_id}.ringback-capsule`

export interface WrittenCapsule {
  readonly file: string
  readonly bytes: number
  readonly world_id: string
  /** Where it opens: `just before #16 (POST /calls/initiate)`; `undefined` for a world that no request has reached, and for its end. */
  readonly place: string | undefined
  /** Whether it holds the world as that request found it, and not as it is now. */
  readonly rewound: boolean
  /** Of the request at which it opens. */
  readonly request_id: string | undefined
}

/** The request at which a capsule opens. */
export interface Opening {
  readonly world_id: string
  readonly request_id: string
  /** `just before #16 (POST /calls/initiate)` */
  readonly place: string
}

/** Where capsules open, by their files; none of a world that no request has reached. */
export const openingsOf = (written: readonly WrittenCapsule[]): ReadonlyMap<string, Opening> =>
  new Map(
    written.flatMap(({ file, world_id, place, request_id }) =>
      place === undefined || request_id === undefined ? [] : [[file, { world_id, place, request_id }] as const],
    ),
  )

/** Writes a world to a file that opens at a request. */
export async function writeCapsule(
  world: WorldHandle,
  file: string,
  at: { request_id?: string | undefined; reveal?: 'secrets' | undefined; end?: 'yes' | undefined } = {},
): Promise<WrittenCapsule> {
  const answer = await world.client.control.open(world.client.path(['capsule']), { query: { ...at } })
  const content = await buffer(answer)
  writeOutput(file, content, { secret: true })
  const headerOf = (name: string) => answer.headers[name.toLowerCase()]
  const named = headerOf(CAPSULE_HEADERS.request)
  const request_id = typeof named === 'string' ? named : undefined
  const rewound = headerOf(CAPSULE_HEADERS.rewound) === 'yes'
  const place =
    request_id === undefined ? undefined : `${rewound ? 'just before' : 'at'} ${await namedIn(world, request_id)}`
  return { file, world_id: world.id, bytes: content.length, place, rewound, request_id }
}

/** Files at most of one world: what comes later is found by the first of them. */
export const MOST_OF_WORLD = 5

/** What failed, in the order in which it is to be looked at: the world, and the request that shows it. */
export interface Break {
  readonly world_id: string
  readonly request_id: string
}

/**
 * Writes capsules of every world that has received requests, those of the first break first. Each opens at a break of its own; that of a world
 * without one at the newest request that failed, or else at the newest.
 */
export async function writeCapsules(
  emulator: EmulatorHandle,
  folder: string,
  breaks: readonly Break[],
): Promise<WrittenCapsule[]> {
  const placeOf = (id: string) => {
    const index = breaks.findIndex(({ world_id }) => world_id === id)
    return index < 0 ? breaks.length : index
  }
  const rows: { readonly rank: number; readonly written: readonly WrittenCapsule[] }[] = []
  for (const { world_id } of await emulator.worlds()) {
    const world = await emulator.openWorld(world_id)
    if ((await world.requests.list({ limit: 1 })).length === 0) continue
    const its = new Set(breaks.filter(one => one.world_id === world_id).map(one => one.request_id))
    const [first, ...others] = await keptOf(world, [...its].slice(0, MOST_OF_WORLD))
    const main = await writeCapsule(world, path.join(folder, capsuleName(world_id)), { request_id: first })
    const state = main.rewound ? '' : ', with the world as it was at the end of the run'
    const failed = first !== undefined || (await hasFailed(world, main.request_id))
    const place = `${main.place}${state}${failed ? '' : ', in a world in which no request failed'}`
    const more: WrittenCapsule[] = []
    // Those of a world that did not record would all hold the same.
    for (const request_id of main.rewound ? others : []) {
      const file = path.join(folder, capsuleName(`${world_id}-at-${numberOf(request_id)}`))
      more.push(await writeCapsule(world, file, { request_id }))
    }
    rows.push({ rank: failed ? placeOf(world_id) : Number.POSITIVE_INFINITY, written: [{ ...main, place }, ...more] })
  }
  return rows.toSorted((one, other) => one.rank - other.rank).flatMap(({ written }) => written)
}

/** Those that the journal of the world still has. */
async function keptOf(world: WorldHandle, request_ids: readonly string[]): Promise<string[]> {
  const kept = request_ids.map(id =>
    world.requests.get(id).then(
      () => [id],
      () => [],
    ),
  )
  return (await Promise.all(kept)).flat()
}

/** Whether a request was refused, or its answer did not leave whole. */
async function hasFailed(world: WorldHandle, request_id: string | undefined): Promise<boolean> {
  if (request_id === undefined) return false
  const { status, answered } = await world.requests.get(request_id)
  return status >= 400 || answered === 'cut'
}

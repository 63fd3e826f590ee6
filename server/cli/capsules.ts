import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CAPSULE_HEADERS } from '../contract/capsule-headers.ts'
import type { EmulatorHandle, WorldHandle } from '../index.ts'
import { writeOutput } from './files.ts'
import { namedIn } from './named-request.ts'

/** What the capsule of a world is called. */
export const capsuleName = (world_id: string): string => `${world_id}.ringback-capsule`

export interface WrittenCapsule {
  readonly file: string
  readonly bytes: number
  /** Where it opens: `just before #16 (POST /calls/initiate)`; `undefined` for a world that no request has reached. */
  readonly place: string | undefined
  /** Whether it holds the world as that request found it, and not as it is now. */
  readonly rewound: boolean
  /** Of the request at which it opens. */
  readonly request_id: string | undefined
}

/** The request at which a capsule opens. */
export interface Opening {
  readonly request_id: string
  /** `just before #16 (POST /calls/initiate)` */
  readonly place: string
}

/** Where capsules open, by their files; none of a world that no request has reached. */
export const openingsOf = (written: readonly WrittenCapsule[]): ReadonlyMap<string, Opening> =>
  new Map(
    written.flatMap(({ file, place, request_id }) =>
      place === undefined || request_id === undefined ? [] : [[file, { place, request_id }] as const],
    ),
  )

/** Writes a world to a file that opens at a request. */
export async function writeCapsule(
  world: WorldHandle,
  file: string,
  at: Parameters<WorldHandle['capsule']>[0] = {},
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
  return { file, bytes: content.length, place, rewound, request_id }
}

/** Writes a capsule of every world that has received requests, at its gravest finding or else the newest that failed. */
export async function writeCapsules(emulator: EmulatorHandle, folder: string): Promise<WrittenCapsule[]> {
  const written: WrittenCapsule[] = []
  for (const { world_id } of await emulator.worlds()) {
    const world = await emulator.openWorld(world_id)
    if ((await world.requests.list({ limit: 1 })).length === 0) continue
    written.push(await writeCapsule(world, path.join(folder, capsuleName(world_id))))
  }
  return written
}

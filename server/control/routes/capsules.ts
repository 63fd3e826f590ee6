import { toIso } from '../../kernel/instant.ts'
import { invalid, notFound } from '../control-error.ts'
import type { OpenedCapsule, RecordingView } from '../protocol.ts'
import { REVEAL_QUERY, revealOf } from '../reveal.ts'
import { type ControlCall, type ProcessRoute, RawAnswer, type WorldCall, type WorldRoute } from '../route.ts'
import { viewWorld } from '../views.ts'
import { SNAPSHOT_MAX_BYTES } from './snapshots.ts'
import { WORLD_ID } from './worlds.ts'

export const openCapsuleRoutes: readonly ProcessRoute[] = [
  {
    scope: 'process',
    method: 'POST',
    path: '/capsules',
    summary: 'Open a capsule, or a snapshot, in a world of its own',
    status: 201,
    answers: 'OpenedCapsule',
    rawBody: SNAPSHOT_MAX_BYTES,
    query: { world_id: 'Id of the new world; made up when left out' },
    handle: ({ emulator, body, query }: ControlCall<Buffer>): OpenedCapsule => {
      const world_id = query.get('world_id') ?? undefined
      if (world_id !== undefined && !new RegExp(WORLD_ID).test(world_id))
        throw invalid(`world_id has 1 to 64 letters, digits, - and _ (got ${world_id}).`)
      const world = emulator.openCapsule(body, world_id)
      const { request_id, rewound, redacted, ringback, taken_at } = world.origin
      return {
        ...viewWorld(world, emulator.url),
        request_id,
        rewound,
        redacted,
        taken_by: ringback,
        taken_at: taken_at === null ? null : toIso(taken_at),
      }
    },
  },
]

export const capsuleRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/capsule',
    summary: 'The world at an exchange as one file, which another machine opens there',
    type: 'application/octet-stream',
    query: {
      request_id: 'The exchange; the newest that failed when left out, else the newest',
      reveal: REVEAL_QUERY,
    },
    handle: ({ world, emulator, query }) => {
      const request_id = query.get('request_id') ?? undefined
      if (request_id !== undefined && world.life.exchanges.find(request_id) === undefined)
        throw notFound('request', request_id)
      const bytes = world.capsule({ request_id, reveal: revealOf(query), version: emulator.version })
      const headers = { 'Content-Disposition': `attachment; filename="${world.world_id}.ringback-capsule"` }
      return new RawAnswer('application/octet-stream', bytes, headers)
    },
  },
  {
    scope: 'world',
    method: 'GET',
    path: '/recording',
    summary: 'Whether the state that each exchange finds is remembered, so that a capsule opens there',
    answers: 'RecordingView',
    handle: ({ world }): RecordingView => ({ recording: world.recording }),
  },
  {
    scope: 'world',
    method: 'PUT',
    path: '/recording',
    summary: 'Remember from now on the state that each exchange finds, or no longer',
    answers: 'RecordingView',
    body: {
      type: 'object',
      required: ['recording'],
      additionalProperties: false,
      properties: { recording: { type: 'boolean' } },
    },
    handle: ({ world, body }: WorldCall<RecordingView>): RecordingView => {
      world.recording = body.recording
      world.publish('world', 'recording')
      return { recording: world.recording }
    },
  },
]

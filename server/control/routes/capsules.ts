import { CAPSULE_HEADERS } from '../../contract/capsule-headers.ts'
import { objectOf } from '../../contract/control-bodies.ts'
import { toIso } from '../../kernel/instant.ts'
import type { FileDraft } from '../../store/draft.ts'
import { FILE_MAX_BYTES } from '../../store/snapshot-file.ts'
import type { World } from '../../world/world.ts'
import { notFound } from '../control-error.ts'
import type { RequestId } from '../identifiers.ts'
import { viewOpened } from '../opened.ts'
import type { RecordingView } from '../protocol/process.ts'
import type { OpenedCapsule } from '../protocol/snapshots.ts'
import { REVEAL_QUERY, revealOf } from '../reveal.ts'
import { type ControlCall, fileAnswer, type ProcessRoute, type WorldCall, type WorldRoute } from '../route.ts'
import { worldIdIn } from '../world-id.ts'

export const openCapsuleRoutes: readonly ProcessRoute[] = [
  {
    method: 'POST',
    path: '/capsules',
    summary: 'Open a capsule or a snapshot in a new world',
    status: 201,
    answers: 'OpenedCapsule',
    rawBody: FILE_MAX_BYTES,
    query: { world_id: 'Id of the new world; generated if omitted' },
    handle: async ({ emulator, body, query }: ControlCall<FileDraft>): Promise<OpenedCapsule> => {
      const world_id = worldIdIn(query)
      return viewOpened(await emulator.openCapsule(body, world_id), emulator.url)
    },
  },
]

function viewRecording({ recording, runtime }: World): RecordingView {
  const oldest = runtime.recording?.oldest
  if (oldest === undefined) return { recording, oldest: null }
  const request_id = runtime.exchanges.idOf(oldest.seq) as RequestId
  return { recording, oldest: { request: `#${oldest.seq}`, request_id, at: toIso(oldest.at) } }
}

export const capsuleRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/capsule',
    summary: 'Download a capsule: the world as one exchange found it, in one file',
    type: 'application/octet-stream',
    query: {
      request_id:
        'The exchange; defaults to the last one of the gravest finding on clients, the newest of a client that failed, or else its newest',
      end: 'yes for the world as it is now, at no exchange',
      reveal: REVEAL_QUERY,
    },
    handle: ({ world, emulator, query }) => {
      const request_id = query.get('request_id') ?? undefined
      if (request_id !== undefined && world.runtime.exchanges.find(request_id) === undefined)
        throw notFound('request', request_id)
      const capsule = world.capsule({
        request_id,
        atEnd: query.get('end') === 'yes',
        reveal: revealOf(query),
        version: emulator.version,
      })
      return fileAnswer(capsule.file, `${world.world_id}.ringback-capsule`, {
        ...(capsule.request_id === undefined ? {} : { [CAPSULE_HEADERS.request]: capsule.request_id }),
        [CAPSULE_HEADERS.rewound]: capsule.rewound ? 'yes' : 'no',
      })
    },
  },
  {
    method: 'GET',
    path: '/recording',
    summary: 'Get whether the state before each exchange is recorded for capsules and forks, and from which one on',
    answers: 'RecordingView',
    handle: ({ world }) => viewRecording(world),
  },
  {
    method: 'PUT',
    path: '/recording',
    summary: 'Start or stop recording the state before each exchange',
    answers: 'RecordingView',
    body: objectOf({ recording: { type: 'boolean' } }, ['recording']),
    handle: ({ world, body }: WorldCall<Pick<RecordingView, 'recording'>>) => {
      world.recording = body.recording
      world.publish('world', 'recording')
      return viewRecording(world)
    },
  },
]

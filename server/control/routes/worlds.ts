import { objectOf } from '../../contract/control-bodies.ts'
import { JSON_TYPE } from '../../contract/headers.ts'
import { optionsOf } from '../../contract/start-options.ts'
import { WORLD_FILE_SCHEMA_NAME, worldFileSchema } from '../../contract/world-file/schema.ts'
import { WORLD_FILE_NAME } from '../../contract/world-file/world-file.ts'
import { parseWorldFile } from '../../domain/world-file-text.ts'
import type { FileDraft } from '../../store/draft.ts'
import { invalid, notFound, refusal } from '../control-error.ts'
import type { CreateWorldBody, ResetBody, UpdateWorldBody, WorldsPage } from '../protocol/worlds.ts'
import { REVEAL_QUERY, revealOf } from '../reveal.ts'
import { type ControlCall, type ProcessRoute, RawAnswer, type WorldCall, type WorldRoute } from '../route.ts'
import { viewListed, viewWorld } from '../views.ts'
import { worldIdIn } from '../world-id.ts'
import { readWorldStart } from '../world-start.ts'

const body = (taker: 'world' | 'reset') =>
  ({ type: 'object', additionalProperties: false, properties: optionsOf(taker) }) as const

const WORLD_FILE_MAX_BYTES = 16 * 1_048_576

export const worldsRoutes: readonly ProcessRoute[] = [
  {
    method: 'GET',
    path: `/${WORLD_FILE_SCHEMA_NAME}`,
    summary: 'Get the JSON schema of world files',
    handle: () => worldFileSchema(),
  },
  {
    method: 'GET',
    path: '/worlds',
    summary: 'List worlds',
    answers: 'WorldsPage',
    handle: ({ emulator }): WorldsPage => {
      const broken = [...emulator.brokenWorlds()].map(([world_id, reason]) => ({ world_id, reason }))
      const worlds = emulator.worlds()
      const at = worlds[0]?.runtime.stopwatch() ?? 0
      const data = worlds.flatMap(world => {
        try {
          return viewListed(world, emulator.url, at)
        } catch (error) {
          broken.push({ world_id: world.world_id, reason: error instanceof Error ? error.message : String(error) })
          return []
        }
      })
      return { data, broken, next_cursor: null }
    },
  },
  {
    method: 'DELETE',
    path: '/worlds/{world}',
    summary: 'Delete a world, even a broken one',
    status: 204,
    handle: ({ emulator, params: { world = '' } }) => {
      if (world === 'default') throw refusal(409, 'default_world', 'one')
      if (emulator.world(world) === undefined && !emulator.brokenWorlds().has(world)) throw notFound('world', world)
      emulator.removeWorld(world)
    },
  },
  {
    method: 'POST',
    path: '/world-files',
    summary: 'Create a world from a world file as it is, with comments where its name ends in .jsonc',
    status: 201,
    answers: 'WorldView',
    rawBody: WORLD_FILE_MAX_BYTES,
    query: {
      name: 'name of the file, which is shown where the fixture of a world is',
      world_id: 'Id of the new world; generated if omitted',
    },
    handle: async ({ emulator, body, query }: ControlCall<FileDraft>) => {
      const [name, world_id] = [query.get('name') ?? WORLD_FILE_NAME, worldIdIn(query)]
      const from = await parseWorldFile(
        body
          .takeBytes()
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
        name,
      )
      const start = readWorldStart({ from, from_name: name }, { refuse: invalid, pins: false })
      const world = await emulator.createWorld(start, world_id)
      // Only the dashboard sends files, and a world that is made there can be taken back.
      world.recording = true
      return viewWorld(world, emulator.url)
    },
  },
  {
    method: 'POST',
    path: '/worlds',
    summary: 'Create a world; omitted options are those the emulator was started with',
    status: 201,
    answers: 'WorldView',
    body: body('world'),
    handle: async ({ emulator, body }: ControlCall<CreateWorldBody>) => {
      const world = await emulator.createWorld(readWorldStart(body, { refuse: invalid, pins: false }), body.world_id)
      if (body.recording) world.recording = true
      return viewWorld(world, emulator.url)
    },
  },
]

export const worldRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/world-file',
    summary: 'Get the world as a world file: what differs from its fixture',
    type: JSON_TYPE,
    query: { reveal: REVEAL_QUERY },
    handle: async ({ world, query }) =>
      new RawAnswer(JSON_TYPE, await world.worldFile({ reveal: revealOf(query) === 'secrets' })),
  },
  {
    method: 'GET',
    path: '',
    summary: 'Get a world with its tenants and keys',
    answers: 'WorldView',
    handle: ({ world, emulator }) => viewWorld(world, emulator.url),
  },
  {
    method: 'PATCH',
    path: '',
    summary: 'Label a world for people; its id stays, and with it its keys and addresses',
    answers: 'WorldView',
    body: objectOf(
      {
        label: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 80,
          pattern: '\\S',
          description:
            'Null takes it back. It stays through a reset and a restore; forks and worlds that are opened from a file begin without one',
        },
      },
      ['label'],
    ),
    handle: ({ world, emulator, body }: WorldCall<UpdateWorldBody>) => {
      world.label = body.label ?? undefined
      world.publish('world', 'label')
      return viewWorld(world, emulator.url)
    },
  },
  {
    method: 'POST',
    path: '/reset',
    summary: 'Reset a world to a fresh start',
    answers: 'WorldView',
    body: body('reset'),
    handle: async ({ world, emulator, body }: WorldCall<ResetBody>) => {
      await world.reset(readWorldStart(body, { refuse: invalid, pins: true }))
      return viewWorld(world, emulator.url)
    },
  },
]

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StartedEmulator, startEmulator, type VerdictView } from '../../server/index.ts'
import { RULES } from '../../server/verdicts/rules.ts'
import { TOKYO_NOON } from '../support/api.ts'
import { KEYS } from './stories/keys.ts'
import { READS } from './stories/reads.ts'
import { RECEIVER } from './stories/receiver.ts'
import { REFUSALS } from './stories/refusals.ts'
import { Scene, type Stories, type Story } from './stories/scene.ts'
import { WRITES } from './stories/writes.ts'

const STORIES: Stories = { ...REFUSALS, ...WRITES, ...READS, ...KEYS, ...RECEIVER }

let emulator: StartedEmulator
beforeAll(async () => {
  emulator = await startEmulator({ port: 0, fixture: 'empty' })
})
afterAll(() => emulator.close())

/** How the world ended in which one client of a story was. */
async function told(client: Story['bad'], { tenant = 'max', clock = TOKYO_NOON, pace = 'frozen' }: Story) {
  await using world = await emulator.createWorld({ fixture: 'empty', clock, pace })
  await using scene = new Scene(world, tenant)
  await client(scene)
  return world.verdicts()
}

async function toldOfDefault(client: Story['bad']) {
  const { world } = emulator
  await using scene = new Scene(world, 'max')
  await client(scene)
  return world.verdicts()
}

/** What is no mere information, by rule. */
const graveIn = (rows: readonly VerdictView[]): string[] =>
  rows.filter(({ findings }) => findings.some(({ severity }) => severity !== 'information')).map(({ rule }) => rule)

describe.concurrent.each(RULES.map(({ id }) => [id] as const))('%s', id => {
  const story = STORIES[id as keyof Stories]

  test('is said of a client that breaks it, and no other error or warning is', async () => {
    if (story === undefined) throw new Error(`No client breaks ${id} over HTTP.`)
    let rows: VerdictView[] = []
    for (let tries = 0; tries < (story.tries ?? 1) && stateOf(rows, id) !== 'failed'; tries++)
      rows = story.bad_in === 'default' ? await toldOfDefault(story.bad) : await told(story.bad, story)
    expect(stateOf(rows, id)).toBe('failed')
    expect(graveIn(rows).filter(rule => rule !== id)).toEqual([])
  })

  test('is not said of a client that does as it should, nor is anything else', async () => {
    if (story === undefined) throw new Error(`No client keeps ${id} over HTTP.`)
    const rows = await told(story.good, story)
    expect(graveIn(rows)).toEqual([])
    expect(stateOf(rows, id)).toBe(story.good_is?.state ?? 'passed')
  })
})

const stateOf = (rows: readonly VerdictView[], id: string) => rows.find(({ rule }) => rule === id)?.state

test('each story is of a rule', () => {
  expect(Object.keys(STORIES).sort()).toEqual(RULES.map(({ id }) => id).sort())
})

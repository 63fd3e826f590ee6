import { expect, test } from 'vitest'
import type { WorldJudgement } from '../../server/control/protocol/verdicts.ts'
import { BytesDraft } from '../../server/store/draft.ts'
import { keptRows, saveKeptRow } from '../../server/store/tables/verdicts.ts'
import { temporaryFolder } from '../support/cli.ts'
import { InsideEmulator } from '../support/inside.ts'
import { HandWall } from '../support/kernel-bench.ts'

test('a world is judged when it is reset, restored, removed or stopped, and one that goes on counts as it stands', async () => {
  const inside = await InsideEmulator.start({ fixture: 'empty' })
  const { emulator } = inside
  await inside.tryControl('POST', '/worlds', { world_id: 'qa', fixture: 'empty' })
  await inside.control('PUT', '/snapshots/kept')
  await inside.control('POST', '/reset', {})
  await inside.control('POST', '/snapshots/kept/restore', {})
  await inside.tryControl('DELETE', '/worlds/qa')
  const ended = [
    { world_id: 'default', ended: true, reason: 'reset' },
    { world_id: 'default', ended: true, reason: 'restored' },
    { world_id: 'qa', ended: true, reason: 'removed' },
  ]
  expect(emulator.runVerdicts().worlds).toEqual([...ended, { world_id: 'default', ended: false, reason: null }])
  expect(emulator.runVerdicts().data).toHaveLength(emulator.defaultWorld.runtime.verdicts.ruleViews().length)
  await emulator.close()
  expect(emulator.runVerdicts().worlds).toEqual([...ended, { world_id: 'default', ended: true, reason: 'stopped' }])
})

/** Sends what is refused for good, and again. */
async function insist(inside: InsideEmulator, world?: string): Promise<void> {
  const pro = await inside.tenant('pro', world)
  for (let time = 0; time < 4; time++) await pro.post('/customers', { name: 7 })
}
const insisting = (inside: InsideEmulator) =>
  inside.emulator
    .runVerdicts()
    .data.find(({ rule }) => rule === 'retried_final_refusal')
    ?.findings.map(({ world_id, severity }) => [world_id, severity])

test('what was found in a world that a test resets or removes counts for the run', async () => {
  await using inside = await InsideEmulator.start({ fixture: 'empty' })
  await inside.tryControl('POST', '/worlds', { world_id: 'qa', fixture: 'empty' })
  await insist(inside)
  await insist(inside, 'qa')
  const found = [
    ['default', 'error'],
    ['qa', 'error'],
  ]
  expect(insisting(inside)).toEqual(found)
  await inside.control('POST', '/reset', {})
  await inside.tryControl('DELETE', '/worlds/qa')
  expect(insisting(inside)).toEqual(found)
  const { runtime } = inside.emulator.defaultWorld
  expect(runtime.verdicts.rows(runtime.standing()).filter(({ met }) => met > 0)).toEqual([])
})

test('judging goes on after a snapshot was restored, from the next request on, and says so', async () => {
  await using inside = await InsideEmulator.start({ fixture: 'empty' })
  const judged = async () => (await inside.control('GET', '/verdicts?rule=retried_final_refusal')).json
  await insist(inside)
  await inside.control('PUT', '/snapshots/kept')
  expect(await judged()).toMatchObject({ judged_from: 1, data: [{ state: 'failed', failed: 1 }] })
  await inside.control('POST', '/snapshots/kept/restore', {})
  expect(await judged()).toMatchObject({ judged_from: 5, data: [{ state: 'not_met', met: 0 }] })
  await insist(inside)
  const { judged_from, data } = await judged()
  expect(judged_from).toBe(5)
  expect(data[0].findings[0].evidence.map(({ seq }: { seq: number }) => seq)).toEqual([5, 6, 7, 8])
  await inside.control('POST', '/reset', {})
  expect((await judged()).judged_from).toBe(1)
})

test('a start of the process goes on with what was found before, and counts it for no run but its own', async () => {
  using folder = temporaryFolder()
  const first = await InsideEmulator.start({ fixture: 'empty', store: folder.path })
  await insist(first)
  await (await first.tenant('pro')).get('/customers')
  const row = (of: InsideEmulator, rule: string) => of.control('GET', `/verdicts?rule=${rule}`)
  const [broken, kept] = [await row(first, 'retried_final_refusal'), await row(first, 'key_in_url')]
  expect([broken.json.kept, kept.json.data[0].met]).toEqual([null, 5])
  await first.emulator.close()
  await using again = await InsideEmulator.start({ store: folder.path })
  expect(again.emulator.runVerdicts().worlds).toEqual([{ world_id: 'default', ended: false, reason: null }])
  expect(insisting(again)).toEqual([])

  const { judged_from, kept: by, data } = (await row(again, 'retried_final_refusal')).json
  expect([judged_from, by]).toEqual([1, { by: 'restart', at: expect.any(String), until: 5 }])
  const [finding] = broken.json.data[0].findings
  expect(data).toEqual([{ ...broken.json.data[0], findings: [{ ...finding, kept: { by: 'restart', at: by.at } }] }])
  expect((await row(again, 'key_in_url')).json.data).toEqual(kept.json.data)
  // What is found now comes after it, under numbers of its own.
  await insist(again)
  const [now] = (await row(again, 'retried_final_refusal')).json.data
  expect(now.findings.map(({ kept }: typeof finding) => kept?.at)).toEqual([by.at, undefined])
  expect(now.findings[1].finding_id).toBeGreaterThan(
    Math.max(...broken.json.data[0].findings.map((one: typeof finding) => one.finding_id)),
  )
  expect([now.failed, now.callers]).toEqual([2, [{ ...callerOf(finding), failed: 2 }]])
  expect(insisting(again)).toEqual([['default', 'error']])
  await again.control('POST', '/reset', {})
  expect((await row(again, 'retried_final_refusal')).json).toMatchObject({
    judged_from: 1,
    kept: null,
    data: [{ state: 'not_met' }],
  })
})

const callerOf = ({ actor }: { actor: unknown }) => ({ actor, passed: 0, expected: 0, open: 0, of_run: 0 })

test('what was found outlives a process that is killed half a second later', async () => {
  using folder = temporaryFolder()
  const wall = new HandWall(Date.parse('2026-03-10T03:00:00Z'))
  await using inside = await InsideEmulator.start({ fixture: 'empty', store: folder.path, wall })
  await insist(inside)
  const { store } = inside.emulator.defaultWorld.runtime
  const rules = () => keptRows(store).map(({ rule }) => rule)
  expect(rules()).toEqual([])
  wall.pass(500)
  expect(rules()).toContain('retried_final_refusal')
})

test('what is expected outlives the process, and so does that it is not any more', async () => {
  using folder = temporaryFolder()
  const first = await InsideEmulator.start({ fixture: 'empty', store: folder.path })
  await insist(first)
  const rule = 'retried_final_refusal'
  await first.control('POST', '/verdicts/expect', { rule, caller: { tenant: 'pro' } })
  await first.emulator.close()
  const again = await InsideEmulator.start({ store: folder.path })
  const state = async (of: InsideEmulator) => (await of.control('GET', `/verdicts?rule=${rule}`)).json.data[0].state
  expect(await state(again)).toBe('expected')
  const { finding_id } = (await again.control('GET', `/verdicts?rule=${rule}`)).json.data[0].findings[0]
  await again.control('DELETE', `/verdicts/expect/${rule}?finding=${finding_id}`)
  await again.emulator.close()
  await using third = await InsideEmulator.start({ store: folder.path })
  expect(await state(third)).toBe('failed')
})

test('a fork and a snapshot bring nothing of what was found', async () => {
  using folder = temporaryFolder()
  const first = await InsideEmulator.start({ fixture: 'empty', store: folder.path })
  await insist(first)
  await first.emulator.close()
  await using again = await InsideEmulator.start({ store: folder.path })
  await again.tryControl('POST', '/worlds/default/fork', { world_id: 'fork' })
  await again.control('PUT', '/snapshots/kept')
  await again.control('POST', '/snapshots/kept/restore', {})
  for (const world of ['fork', 'default']) {
    const { judged_from, kept, data } = (await again.control('GET', '/verdicts', undefined, world)).json
    expect([world, judged_from, kept]).toEqual([world, 5, null])
    expect(data.filter(({ met }: { met: number }) => met > 0)).toEqual([])
  }
})

test('a capsule brings the verdicts of its run, and opens at the last request of the gravest finding', async () => {
  await using inside = await InsideEmulator.start({ fixture: 'empty' })
  inside.emulator.defaultWorld.recording = true
  const pro = await inside.tenant('pro')
  await insist(inside)
  await pro.ask('GET', `/customers?key=${pro.key()}`, { headers: { 'User-Agent': pro.key() } })
  await pro.get('/customers')
  await inside.control('POST', '/verdicts/expect', { rule: 'key_in_url' })
  await inside.control('POST', '/verdicts/expect', { rule: 'double_call' })
  const found = async (of: InsideEmulator, world?: string) =>
    (await of.control('GET', '/verdicts', undefined, world)).json as WorldJudgement
  const run = await found(inside)
  const { bytes } = await inside.control('GET', '/capsule')
  expect(bytes.includes(pro.key())).toBe(false)

  await using there = await InsideEmulator.start({ fixture: 'empty' })
  const opened = await there.emulator.openCapsule(new BytesDraft(bytes), 'there')
  expect(opened.origin.request_id).toBe(
    run.data.find(({ state }) => state === 'failed')?.findings[0]?.evidence.at(-1)?.request_id,
  )
  const shown = await found(there, 'there')
  expect(shown.kept).toMatchObject({ by: 'capsule', until: 6 })
  expect(shown.judged_from).toBe(5)
  const told = ({ data }: WorldJudgement) =>
    data
      .filter(({ met }) => met > 0)
      .map(({ rule, state, met, failed, expected, findings }) => [
        rule,
        state,
        met,
        failed,
        expected,
        findings.map(({ message, expected: was }) => [message, was]),
      ])
  expect(told(shown)).toEqual(told(run))
  expect(told(run).map(([rule, state]) => [rule, state])).toEqual(
    expect.arrayContaining([
      ['retried_final_refusal', 'failed'],
      ['key_in_url', 'expected'],
      ['expectation_not_met', 'failed'],
    ]),
  )
  expect(shown.data.flatMap(({ findings }) => findings.map(({ kept }) => kept?.by))).not.toContain(undefined)
})

/** A run of four requests that are one finding, and the capsule of its second request. */
async function cutRun(): Promise<{ bytes: Buffer; ids: readonly string[] }> {
  await using inside = await InsideEmulator.start({ fixture: 'empty' })
  inside.emulator.defaultWorld.recording = true
  await insist(inside)
  const ids = [1, 2, 3, 4].map(seq => inside.emulator.defaultWorld.runtime.exchanges.idOf(seq))
  const { bytes } = await inside.control('GET', `/capsule?request_id=${ids[1]}`)
  return { bytes, ids }
}
const insistence = async (of: InsideEmulator, world?: string) => {
  const { data, ...judged } = (await of.control('GET', '/verdicts?rule=retried_final_refusal', undefined, world))
    .json as WorldJudgement
  return { ...judged, row: data[0] }
}
const shownBy = ({ row }: Awaited<ReturnType<typeof insistence>>) =>
  row?.findings[0]?.evidence.map(({ seq, of_run }) => [seq, of_run])
const REFUSED = { method: 'POST', path: '/customers', query: '', status: 422 }
const CUT = [
  [1, null],
  [2, null],
  [3, REFUSED],
  [4, REFUSED],
]

test('what a run went on with after its capsule is told as of the run, also once the world has requests of those ids', async () => {
  const { bytes, ids } = await cutRun()
  using folder = temporaryFolder()
  const there = await InsideEmulator.start({ fixture: 'empty', store: folder.path })
  await there.emulator.openCapsule(new BytesDraft(bytes), 'there')
  const opened = await insistence(there, 'there')
  expect(shownBy(opened)).toEqual(CUT)
  expect([opened.judged_from, opened.kept?.until, opened.run?.until]).toEqual([3, 4, 4])
  expect(opened.row).toMatchObject({ met: 1, of_run: 1, callers: [{ failed: 1, of_run: 1 }] })

  const pro = await there.tenant('pro', 'there')
  await pro.get('/reports/summary')
  await pro.get('/customers')
  const { json } = await there.control('GET', '/requests', undefined, 'there')
  expect(json.data.map((one: { request_id: string }) => one.request_id)).toEqual(ids.toReversed())
  expect(shownBy(await insistence(there, 'there'))).toEqual(CUT)
  // A capsule of that world is of a request that it has, and knows no more of those that it has not.
  const next = (await there.control('GET', '/capsule', undefined, 'there')).bytes
  const again = await there.emulator.openCapsule(new BytesDraft(next), 'again')
  expect(again.origin.request_id).toBe(ids[1])
  expect(shownBy(await insistence(there, 'again'))).toEqual(CUT)
  await there.emulator.close()

  await using later = await InsideEmulator.start({ store: folder.path })
  const kept = await insistence(later, 'there')
  expect(shownBy(kept)).toEqual(CUT)
  expect([kept.kept?.by, kept.run, kept.row?.of_run]).toEqual(['restart', opened.run, 1])
})

test('a capsule that is restored as a snapshot brings the verdicts of its run as well, and says before that it will', async () => {
  const { bytes } = await cutRun()
  await using there = await InsideEmulator.start({ fixture: 'empty' })
  await there.control('PUT', '/snapshots/plain')
  const uploaded = await fetch(`${there.url}/control/worlds/default/snapshots/run/file`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  expect(uploaded.status).toBe(201)
  const { data } = (await there.control('GET', '/snapshots')).json
  expect(data.map(({ name, brings_verdicts }: Record<string, unknown>) => [name, brings_verdicts])).toEqual([
    ['plain', false],
    ['run', true],
  ])
  await there.control('POST', '/snapshots/run/restore', {})
  expect(shownBy(await insistence(there))).toEqual(CUT)
  await there.control('PUT', '/snapshots/later')
  await there.tryControl('POST', '/worlds/default/fork', { world_id: 'fork' })
  await there.control('POST', '/snapshots/later/restore', {})
  for (const world of ['default', 'fork']) {
    const { run, row } = await insistence(there, world)
    expect([world, run, row?.met, row?.of_run]).toEqual([world, null, 0, 0])
  }
})

test('a file excuses no client, whatever it expects', async () => {
  const { bytes } = await cutRun()
  const draft = new BytesDraft(bytes)
  draft.change(store => {
    for (const row of keptRows(store))
      saveKeptRow(store, { ...row, expectations: JSON.stringify([{ times: null, caller: null }]) })
  })
  await using there = await InsideEmulator.start({ fixture: 'empty' })
  await there.emulator.openCapsule(draft, 'there')
  expect((await insistence(there, 'there')).row?.state).toBe('failed')
})

test('whoever looks is told when a case that is open is decided by time alone, and when a move of the clock decides it', async () => {
  const wall = new HandWall(Date.parse('2026-03-10T03:00:00Z'))
  await using inside = await InsideEmulator.start({ fixture: 'empty', wall })
  const { defaultWorld: world } = inside.emulator
  const told: (string | number)[][] = []
  world.subscribe((topic, subject) => {
    if (topic === 'verdict' || topic === 'world') told.push([topic, subject])
  })
  await (await inside.tenant('pro')).post('/customers', { name: 7 })
  const open = async () => (await inside.control('GET', '/verdicts?rule=retried_final_refusal')).json.data[0].open
  expect(await open()).toBe(1)
  wall.pass(120)
  expect(told.splice(0)).toEqual([['verdict', 'judged']])

  await inside.control('POST', '/clock/advance', { by: 'PT50S' })
  wall.pass(120)
  expect(told.splice(0)).toEqual([['verdict', 'judged']])
  expect(await open()).toBe(1)
  await inside.control('POST', '/clock/advance', { by: 'PT9.5S' })
  wall.pass(120)
  expect(told.splice(0)).toEqual([['verdict', 'judged']])
  wall.pass(900)
  expect(told).toEqual([])
  wall.pass(100)
  expect(told).toEqual([
    ['verdict', 'judged'],
    ['world', 'verdicts'],
  ])
})

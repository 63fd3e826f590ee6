import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { load, type Server, startRingback, startServer } from '../processes.ts'
import { type Figure, median, type Row, round, skipped } from '../row.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** It came with the judge of clients. */
const WITNESS = 'server/world/witness.ts'
const CONNECTIONS = 32
/** How fast a process is depends on how its code happened to be compiled: by 5 % from one start to the next. */
const STARTS = 5
/** With each pair of processes. They alternate, so short rounds drift less than long ones. */
const ROUNDS = 4
const SECONDS = 0.7
const ROWS = {
  read: { row: 'GET /customers/{id} beside the version before clients were judged', goal: '≥ 0.97' },
  worlds: { row: '1,000 worlds beside the version before clients were judged', goal: '≤ 1.05' },
}

/** What judging clients costs: the last version without it is taken from the history, built, and measured in turns with this one. */
export const before: Row = {
  name: 'before',
  run: async () => {
    const commit = commitBefore()
    if (commit === undefined) {
      const reason = 'the history of the repository is not there'
      return Object.values(ROWS).map(({ row, goal }) => skipped(row, goal, reason))
    }
    const folder = mkdtempSync(join(tmpdir(), 'ringback-before-'))
    const old = join(folder, 'old')
    try {
      mkdirSync(old)
      const archive = execFileSync('git', ['-C', ROOT, 'archive', commit], { maxBuffer: 2 ** 30 })
      execFileSync('tar', ['-x', '-C', old], { input: archive })
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
      symlinkSync(join(ROOT, 'node_modules'), join(old, 'node_modules'))
      return [await reads(old), worlds(old)]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function git(...args: string[]): string {
  return execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

function commitBefore(): string | undefined {
  try {
    const added = git('log', '--diff-filter=A', '--format=%H', '--', WITNESS).split('\n').at(-1)
    return added === undefined || added === '' ? undefined : git('rev-parse', '--verify', `${added}^`)
  } catch {
    return undefined
  }
}

async function reads(old: string): Promise<Figure> {
  const { bundleForNode } = (await import(
    pathToFileURL(join(old, 'scripts/node-bundle.ts')).href
  )) as typeof import('../../node-bundle.ts')
  const built = join(old, 'dist/bench')
  await bundleForNode({ ringback: 'scripts/bench/servers/ringback.ts' }, built)
  const rate = async ({ ready }: Server, seconds: number) => {
    const { perSecond, refused } = await load({
      port: ready.port,
      method: 'GET',
      path: `/api/v1/customers/${ready.customer_id}`,
      headers: { Authorization: `Bearer ${ready.key}` },
      connections: CONNECTIONS,
      seconds,
    })
    if (refused > 0) throw new Error(`${refused} requests were refused.`)
    return perSecond
  }
  const rates = { earlier: [] as number[], today: [] as number[] }
  for (let start = 0; start < STARTS; start++) {
    await using earlier = await startServer(join(built, 'ringback.js'), JSON.stringify({ fixture: 'standard' }))
    await using today = await startRingback({ fixture: 'standard' })
    for (const server of [earlier, today]) await rate(server, 2)
    for (let round = 0; round < ROUNDS; round++) {
      rates.earlier.push(await rate(earlier, SECONDS))
      rates.today.push(await rate(today, SECONDS))
    }
  }
  const share = median(rates.today.map((value, index) => value / (rates.earlier[index] ?? Number.NaN)))
  return { ...ROWS.read, figure: `${round(share)} of its rate`, reached: share >= 0.97, details: rates }
}

function worlds(old: string): Figure {
  const gigabytes = (root: string): number => {
    const main = join(root, 'scripts/bench/main.ts')
    const found = execFileSync(process.execPath, [main, '--alone', 'worlds'], { encoding: 'utf8', stdio: 'pipe' })
    const figures = JSON.parse(found.slice(found.lastIndexOf('\n[') + 1)) as Figure[]
    return figures.find(({ details }) => 'gigabytes' in details)?.details.gigabytes as number
  }
  const [earlier, today] = [gigabytes(old), gigabytes(ROOT)]
  const times = today / earlier
  const figure = `${round(times)} × its memory (${round(today)} GB)`
  return { ...ROWS.worlds, figure, reached: times <= 1.05, details: { earlier, today } }
}

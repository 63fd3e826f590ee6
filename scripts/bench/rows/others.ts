import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { load, residentMegabytes, startRingback } from '../processes.ts'
import { type Figure, firstLine, median, type Row, round, skipped } from '../row.ts'

const run = promisify(execFile)
const CONNECTIONS = 32
const CUSTOMER = {
  data: {
    customer_id: 1,
    external_id: 'crm-1',
    name: '山田 太郎',
    name_kana: 'ヤマダ タロウ',
    tel1: '+819012345678',
    project_id: 1,
    created_at: '2026-03-10T03:00:00.000Z',
    updated_at: '2026-03-10T03:00:00.000Z',
  },
}

interface Other {
  readonly name: string
  readonly package: string
  /** Ringback has to be this many times as fast. */
  readonly goal: number
  /** What has to be installed here to run it. */
  readonly needs?: string | undefined
  readonly start: (folder: string, port: number) => ChildProcess
}

const OPENAPI = {
  openapi: '3.0.3',
  info: { title: 'customers', version: '1' },
  paths: {
    '/api/v1/customers/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'ok', content: { 'application/json': { example: CUSTOMER } } } },
      },
    },
  },
}

/** What people use today, each with an equivalent answer; they are installed for the bench only. */
const OTHERS: readonly Other[] = [
  {
    name: 'Prism',
    package: '@stoplight/prism-cli',
    goal: 2.8,
    start: (folder, port) => {
      writeFileSync(join(folder, 'openapi.json'), JSON.stringify(OPENAPI))
      return spawn(
        process.execPath,
        [
          join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js'),
          'mock',
          join(folder, 'openapi.json'),
          '-p',
          String(port),
          '-v',
          'fatal',
        ],
        { stdio: 'ignore' },
      )
    },
  },
  {
    name: 'Mockoon',
    package: '@mockoon/cli',
    goal: 6,
    start: (folder, port) => {
      writeFileSync(join(folder, 'openapi.json'), JSON.stringify(OPENAPI))
      return spawn(
        process.execPath,
        [
          join(folder, 'node_modules/@mockoon/cli/bin/run.js'),
          'start',
          '--data',
          join(folder, 'openapi.json'),
          '--port',
          String(port),
          '--disable-log-to-file',
        ],
        { stdio: 'ignore', cwd: folder },
      )
    },
  },
  {
    name: 'WireMock, warmed',
    package: 'wiremock',
    goal: 1.3,
    needs: 'java',
    start: (folder, port) => {
      const mappings = {
        mappings: [
          {
            request: { method: 'GET', urlPathPattern: '/api/v1/customers/.*' },
            response: { status: 200, jsonBody: CUSTOMER, headers: { 'Content-Type': 'application/json' } },
          },
        ],
      }
      run('mkdir', ['-p', join(folder, 'mappings')]).then(() => undefined)
      const root = join(folder, 'wiremock-root')
      return spawn(
        'bash',
        [
          '-c',
          `mkdir -p ${root}/mappings && cat > ${root}/mappings/all.json <<'JSON'\n${JSON.stringify(mappings)}\nJSON\nexec java -jar $(find ${folder}/node_modules/wiremock -name '*.jar' | head -1) --port ${port} --root-dir ${root} --disable-banner --no-request-journal`,
        ],
        { stdio: 'ignore' },
      )
    },
  },
]

export const others: Row = {
  name: 'others',
  run: async ({ rounds, seconds }) => {
    const figures: Figure[] = []
    for (const other of OTHERS) figures.push(await against(other, rounds, seconds))
    return figures
  },
}

async function against(other: Other, rounds: number, seconds: number): Promise<Figure> {
  const row = `GET /customers/{id} beside ${other.name}`
  const goal = `≥ ${other.goal} ×`
  const folder = mkdtempSync(join(tmpdir(), 'ringback-others-'))
  let child: ChildProcess | undefined
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    const { needs } = other
    if (needs !== undefined)
      await run(needs, ['-version']).catch(() => {
        throw new Error(`${needs} is not installed here`)
      })
    await run('npm', ['install', '--no-audit', '--no-fund', other.package], { cwd: folder, maxBuffer: 2 ** 26 }).catch(
      () => {
        throw new Error(`npm cannot install ${other.package} here`)
      },
    )
    const port = await freePort()
    child = other.start(folder, port)
    await answers(port)
    await using ringback = await startRingback({ fixture: 'standard' })
    const theirs = { port, method: 'GET', path: '/api/v1/customers/1', connections: CONNECTIONS }
    const { key, customer_id } = ringback.ready
    const ours = {
      port: ringback.ready.port,
      method: 'GET',
      path: `/api/v1/customers/${customer_id}`,
      headers: { Authorization: `Bearer ${key}` },
      connections: CONNECTIONS,
    }
    for (const each of [theirs, ours]) await load({ ...each, seconds: seconds * 3 })
    const rates = { theirs: [] as number[], ours: [] as number[] }
    for (let index = 0; index < rounds; index++) {
      rates.theirs.push(await rate({ ...theirs, seconds }))
      rates.ours.push((await load({ ...ours, seconds })).perSecond)
    }
    const times = median(rates.ours.map((value, index) => value / (rates.theirs[index] ?? Number.NaN)))
    return {
      row,
      figure: `${round(times, 1)} × (${Math.round(median(rates.theirs)).toLocaleString('en')}/s with ${Math.round(residentMegabytes(child.pid))} MB)`,
      goal,
      reached: times >= other.goal,
      details: { rates },
    }
  } catch (error) {
    return skipped(row, goal, firstLine(error))
  } finally {
    child?.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Answers a second; only those that are what was asked for are a measure. */
async function rate(asked: object): Promise<number> {
  const { perSecond, refused } = await load(asked)
  if (refused > 0) throw new Error(`${refused} requests were refused`)
  return perSecond
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 360; tries++) {
    const ok = await fetch(`http://127.0.0.1:${port}/api/v1/customers/1`).then(
      response => response.ok,
      () => false,
    )
    if (ok) return
    await new Promise(resolve => setTimeout(resolve, 250))
  }
  throw new Error('it did not answer within 90 seconds')
}

/**
 * `node scripts/structure.ts`: the figures by which the structure of the repository is judged. Files that a request runs through are those
 * of which V8 saw a function run, between the moment a warmed emulator is asked and its answer, in each of two requests: what a timer
 * happens to run meanwhile is not theirs.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmulator } from '../server/index.ts'

const ROOT = path.join(import.meta.dirname, '..')
const SOURCES = ['server', 'renderer', 'electron', 'fixtures', 'scripts']

export interface SourceImport {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

/** Files below a folder of the repository, as paths from its root. */
export function filesBelow(folder: string, matches = /\.tsx?$/): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap(entry => {
    const name = `${folder}/${entry.name}`
    if (entry.name === 'node_modules') return []
    return entry.isDirectory() ? filesBelow(name, matches) : matches.test(name) ? [name] : []
  })
}

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.startsWith('tests/')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const IMPORT = /^(?:import|export)\s+(type\s)?([^'";]*?from\s*)?['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/gm

/** Imports between files of the repository. `import { type A }` alone counts as a type as well. */
export function importsOf(files: readonly string[]): SourceImport[] {
  return files.flatMap(from =>
    [...read(from).matchAll(IMPORT)].flatMap(([, type, names = '', whole, later]) => {
      const to = path.posix.join(path.posix.dirname(from), whole ?? later ?? '')
      const named = /\{([^}]*)\}/
        .exec(names)?.[1]
        ?.split(',')
        .map(name => name.trim())
        .filter(Boolean)
      const onlyTypes = named !== undefined && named.length > 0 && named.every(name => name.startsWith('type '))
      return /\.tsx?$/.test(to) ? [{ from, to, typeOnly: type !== undefined || onlyTypes }] : []
    }),
  )
}

/** Groups of nodes that can reach each other, by Tarjan's algorithm; single nodes left out. */
export function circles(edges: readonly (readonly [string, string])[]): string[][] {
  const next = Map.groupBy(edges, ([from]) => from)
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node) as number)
    stack.push(node)
    for (const [, to] of next.get(node) ?? []) {
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(node, Math.min(low.get(node) as number, low.get(to) as number))
    }
    if (low.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) found.push(group.sort())
  }
  for (const [from] of edges) if (!index.has(from)) visit(from)
  return found
}

const roomOf = (file: string) => {
  const [top = '', second = '', third] = file.split('/')
  return third === undefined || top !== 'server' ? top : `${top}/${second}`
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Asks `GET /customers/{id}` or `POST /customers` of an emulator of its own. */
async function withRequests<Result>(
  method: 'GET' | 'POST',
  work: (ask: () => Promise<void>, session: Session) => Promise<Result>,
): Promise<Result> {
  const session = new Session()
  session.connect()
  // What judges hear of the requests before it, a little later, is not of this one.
  await using emulator = await startEmulator({ clock: '2026-03-10T00:00:00Z', verdicts: 'off' })
  const tenant = emulator.world.tenant('max')
  const customer = JSON.stringify({ project_id: tenant.projectIds[0], name: 'Sato', tel1: '+81312345678' })
  const create = () => tenant.fetch('/customers', { method: 'POST', headers: JSON_TYPE, body: customer })
  const { data } = (await (await create()).json()) as { data: { customer_id: number } }
  const ask = async () => {
    const response = method === 'POST' ? await create() : await tenant.fetch(`/customers/${data.customer_id}`)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} was answered ${response.status}: ${text}`)
  }
  await ask()
  await session.post('Profiler.enable')
  const result = await work(ask, session)
  session.disconnect()
  return result
}

const fileOf = (url: string) => (url.startsWith('file:') ? path.relative(ROOT, fileURLToPath(url)) : '')
const isOfRequest = (file: string) => /^server\/(?!harness|client)/.test(file)

/** Files of the server that a request runs through, sorted. */
const filesOfRequest = (method: 'GET' | 'POST'): Promise<string[]> =>
  withRequests(method, async (ask, session) => {
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await session.post('Profiler.takePreciseCoverage')
    const isRun = ({ ranges }: { ranges: { count: number }[] }) => (ranges[0]?.count ?? 0) > 0
    const filesOfOne = async () => {
      await ask()
      const { result } = await session.post('Profiler.takePreciseCoverage')
      return new Set(result.filter(({ functions }) => functions.some(isRun)).map(({ url }) => fileOf(url)))
    }
    const [one, other] = [await filesOfOne(), await filesOfOne()]
    await session.post('Profiler.stopPreciseCoverage')
    return [...one].filter(file => other.has(file) && isOfRequest(file)).sort()
  })

/** A call on a stack: the file of the function, and its name unless it has none. */
export interface Call {
  readonly file: string
  readonly name: string
}

/** Rooms in which all requests begin and end, or from which what is handed down to them is called back. */
const ENTERED_OFTEN = ['server/http', 'server/store']

/**
 * The way of a stack of calls through the rooms, when it enters one anew that it is in already. A function without a name is one that was
 * handed down, such as the body of a transaction: it belongs to where it was written.
 */
export function enteredTwice(stack: readonly Call[]): string | undefined {
  let way: string[] = []
  for (const { file, name } of stack.filter(call => isOfRequest(call.file))) {
    const room = roomOf(file)
    if (room === way.at(-1)) continue
    if (name === '' && way.includes(room)) way = way.slice(0, way.indexOf(room) + 1)
    else if (way.includes(room) && !ENTERED_OFTEN.includes(room)) return [...way, room].join(' → ')
    else way.push(room)
  }
  return undefined
}

/** As many as the burst window of the plan takes. */
const SAMPLED = 300

/** Ways on which a request enters a room twice, as samples of its stacks show them. */
const reentriesOfRequest = (method: 'GET' | 'POST'): Promise<{ stacks: number; ways: string[] }> =>
  withRequests(method, async (ask, session) => {
    await session.post('Profiler.setSamplingInterval', { interval: 20 })
    await session.post('Profiler.start')
    for (let index = 0; index < SAMPLED; index++) await ask()
    const { nodes } = (await session.post('Profiler.stop')).profile
    const byId = new Map(nodes.map(node => [node.id, node]))
    const root = nodes.find(({ callFrame }) => callFrame.functionName === '(root)')
    let stacks = 0
    const ways = new Set<string>()
    const visit = (id: number, above: readonly Call[]): void => {
      const node = byId.get(id)
      if (node === undefined) return
      const { url, functionName: name } = node.callFrame
      const stack = [...above, { file: fileOf(url), name }]
      stacks++
      const way = enteredTwice(stack)
      if (way !== undefined) ways.add(way)
      for (const child of node.children ?? []) visit(child, stack)
    }
    if (root !== undefined) visit(root.id, [])
    return { stacks, ways: [...ways].sort() }
  })

/** Lines by which a file builds SQL, runs it, or gets hold of what does. */
const SQL = [
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(/,
  /\bsql(?:<[^`]*>)?`/,
  /\bstore\.query\b|\bdb\.\w+(?:<|\()|\bquery\b.*\}\s*=\s*(?:this\.|parts\.)?#?store\b/,
  /from '(?:kysely|better-sqlite3)'/,
  /['"`]\s*(?:SELECT\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+["\w$]|DELETE\s+FROM\s|PRAGMA\s|CREATE\s+(?:TEMP\s+)?(?:TABLE|INDEX|TRIGGER)\s)/,
]

/** The fixtures fill tables with the store's own insert, which has no SQL of theirs in it. */
const FILLS_TABLE = /\bstore\.insertInto\('\w+'\)/g

/** Lines of a file that hold SQL, with their numbers. Only the store may have some. */
export function sqlIn(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const looked = file.startsWith('fixtures/') ? line.replace(FILLS_TABLE, '') : line
    const isComment = /^\s*(?:\*|\/\/|\/\*)/.test(line)
    return !isComment && SQL.some(pattern => pattern.test(looked)) ? [`${file}:${index + 1}: ${line.trim()}`] : []
  })
}

const lines = (files: readonly string[]) => files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0)
const countIn = (files: readonly string[], pattern: RegExp) =>
  files.reduce((sum, file) => sum + (read(file).match(new RegExp(pattern, 'g'))?.length ?? 0), 0)

async function main(): Promise<void> {
  const all = SOURCES.flatMap(folder => filesBelow(folder))
  const source = all.filter(file => !isTest(file))
  const server = source.filter(file => /^server\/(?!harness|client)/.test(file))
  const values = importsOf(server).filter(({ typeOnly }) => !typeOnly)
  const arrows = new Set(
    importsOf(server)
      .map(({ from, to }) => [roomOf(from), roomOf(to)] as const)
      .filter(([from, to]) => from !== to)
      .map(pair => pair.join(' → ')),
  )
  const renderer = importsOf(source.filter(file => file.startsWith('renderer/')))
  const outside = server.filter(file => !file.startsWith('server/store/') && sqlIn(file, read(file)).length > 0)
  const get = await filesOfRequest('GET')
  const post = await filesOfRequest('POST')
  const { stacks, ways } = await reentriesOfRequest('GET')
  const figures = {
    'files at the root of server/': readdirSync(path.join(ROOT, 'server')).filter(name => name.includes('.')).length,
    'rooms of the server': new Set(server.map(roomOf)).size,
    'arrows between them': arrows.size,
    'circles of files, server': circles(values.map(({ from, to }) => [from, to])).length,
    'circles of files, renderer': circles(
      renderer.filter(({ typeOnly }) => !typeOnly).map(({ from, to }) => [from, to]),
    ).length,
    'files with SQL outside store/': outside.length,
    'conditional spreads': countIn(
      source,
      /\.\.\.\([^()]*(?:\([^()]*\)[^()]*)*(?:\? \{\}|: \{\}\))|\.\.\.\([^()]*(?:\([^()]*\)[^()]*)*&& \{/,
    ),
    'files that GET /customers/{id} runs through': get.length,
    'files that POST /customers runs through': post.length,
    'ways on which that GET enters a room twice': ways.length,
    'lines of source': lines(source),
    'lines of tests': lines([...all.filter(isTest), ...filesBelow('tests')]),
  }
  for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(42)} ${figure}`)
  if (process.argv.includes('--files'))
    console.log(['', ...get, '', ...outside, '', `${stacks} stacks`, ...ways].join('\n'))
}

/** A function that V8 has inlined may be missing on a stack. */
const WITHOUT_INLINING = ['--no-opt', '--no-maglev', '--no-sparkplug']

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (WITHOUT_INLINING.every(flag => process.execArgv.includes(flag))) await main()
  else
    execFileSync(process.execPath, [...WITHOUT_INLINING, ...process.argv.slice(1)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
}

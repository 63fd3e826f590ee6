import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** Who may import whom. A room may always import itself and packages; `types` allows type-only imports beside that. */
const ROOMS: Record<string, { may: readonly string[]; types?: readonly string[] }> = {
  'server/contract': { may: [] },
  'server/kernel': { may: [] },
  'server/store': { may: [], types: ['server/contract', 'server/kernel', 'server/domain'] },
  'server/domain': { may: ['server/contract', 'server/kernel', 'server/store'] },
  'server/gates': { may: ['server/contract', 'server/domain'], types: ['server/kernel'] },
  'server/api': { may: ['server/contract', 'server/domain', 'server/kernel'], types: ['server/store'] },
  'server/journal': { may: ['server/contract', 'server/store'], types: ['server/kernel'] },
  'server/http': { may: ['server/contract', 'server/journal'] },
  'server/control': {
    may: [
      'server/contract',
      'server/kernel',
      'server/store',
      'server/domain',
      'server/journal',
      'server/http',
      'fixtures',
    ],
    types: ['server', 'server/gates'],
  },
  'server/client': { may: [], types: ['server/control', 'server/contract'] },
  'server/harness': {
    may: ['server', 'server/client', 'server/contract', 'server/kernel', 'server/store', 'server/domain', 'fixtures'],
    types: ['server/control'],
  },
  'server/cli': { may: ['server', 'server/client', 'server/contract', 'fixtures'], types: ['server/control'] },
  server: {
    may: [
      'server/contract',
      'server/kernel',
      'server/store',
      'server/domain',
      'server/gates',
      'server/api',
      'server/journal',
      'server/http',
      'server/control',
      'server/client',
      'server/harness',
      'fixtures',
    ],
  },
  fixtures: { may: ['server/contract', 'server/kernel', 'server/store', 'server/domain'] },
  renderer: { may: [], types: ['server/control', 'server/contract'] },
  electron: { may: ['server', 'fixtures'], types: ['server/control'] },
  // The bench looks inside on purpose: it measures rooms as well as the whole.
  'scripts/bench': {
    may: [
      'scripts',
      'server',
      'server/cli',
      'server/kernel',
      'server/domain',
      'server/journal',
      'tests/dashboard',
      'tests/support',
    ],
  },
  'tests/support': { may: [] },
  'tests/dashboard': { may: [] },
  // The table of threats, which a script writes down.
  'tests/security': { may: [] },
  scripts: { may: ['server', 'server/contract', 'server/cli', 'fixtures', 'tests/dashboard', 'tests/security'] },
}

/** Values that a room may take from another although the table says types only, each with its reason. */
const EXCEPTIONS: Record<string, string> = {
  'renderer → server/contract/': 'facts without imports, such as the list of scopes, are bundled into the page',
}

const sources = Object.keys(ROOMS)
  .filter(room => !room.includes('/'))
  .flatMap(folder => filesBelow(join(ROOT, folder)))
  .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts'))

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}

function roomOf(file: string): string {
  const path = relative(ROOT, file)
  const room = Object.keys(ROOMS)
    .filter(candidate => path.startsWith(`${candidate}/`))
    .sort((a, b) => b.length - a.length)[0]
  if (room === undefined) throw new Error(`${path} is in no room.`)
  // A folder of the server that the table does not know must not pass as the composition root.
  if (room === 'server' && path.split('/').length > 2)
    throw new Error(`${path} is in a room that the table does not know.`)
  return room
}

const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:[^'";]*?from\s*)?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)/gm

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

const imports: Import[] = sources.flatMap(file =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(match => {
    const specifier = match[2] ?? match[3] ?? ''
    const to = resolve(dirname(file), specifier)
    return /\.tsx?$/.test(to) ? [{ from: file, to, typeOnly: match[1] !== undefined }] : []
  }),
)

describe('rooms', () => {
  test('imports follow the table', () => {
    expect(imports.length).toBeGreaterThan(200)
    const offences = imports.filter(({ from, to, typeOnly }) => {
      const [source, target] = [roomOf(from), roomOf(to)]
      if (source === target || ROOMS[source]?.may.includes(target)) return false
      if (typeOnly && ROOMS[source]?.types?.includes(target)) return false
      return !Object.keys(EXCEPTIONS).some(exception => exception === `${source} → ${target}/`)
    })
    expect(offences.map(({ from, to }) => `${relative(ROOT, from)} → ${relative(ROOT, to)}`)).toEqual([])
  })

  const namesElectron = (text: string) => /from ['"]electron['"]/.test(text)
  test('nothing outside electron imports electron', () => {
    const offenders = sources.filter(
      file => !file.startsWith(join(ROOT, 'electron')) && namesElectron(readFileSync(file, 'utf8')),
    )
    expect(offenders).toEqual([])
  })

  test('an import of electron would be seen', () => {
    expect(sources.filter(file => namesElectron(readFileSync(file, 'utf8'))).length).toBeGreaterThan(0)
  })
})

/** What reads the real clock, makes real randomness or waits in real time, and the few places that may. */
const BANS: { name: string; pattern: RegExp; planted: string; homes: readonly RegExp[] }[] = [
  { name: 'Date.now', pattern: /\bDate\.now\(/, planted: 'return Date.now()', homes: [/^server\/kernel\/pace\.ts$/] },
  { name: 'new Date() without argument', pattern: /\bnew Date\(\)/, planted: 'const at = new Date()', homes: [] },
  { name: 'Math.random', pattern: /\bMath\.random\(/, planted: 'if (Math.random() < 0.5)', homes: [] },
  {
    name: 'randomUUID or randomBytes',
    pattern: /\brandom(?:UUID|Bytes)\(/,
    planted: 'const id = randomUUID()',
    homes: [/^server\/cli\//],
  },
  {
    name: 'performance.now',
    pattern: /\bperformance\.now\(/,
    planted: 'const started = performance.now()',
    homes: [/^server\/kernel\/pace\.ts$/, /^server\/cli\//, /^server\/harness\//],
  },
  {
    name: 'setTimeout or setInterval',
    pattern: /\bset(?:Timeout|Interval)\(/,
    planted: 'setTimeout(act, 10)',
    homes: [
      /^server\/kernel\/pace\.ts$/,
      /^server\/http\//,
      /^server\/domain\/webhooks\/(?:transport|deadline|connector|http-exchange)\.ts$/,
      /^server\/cli\//,
      /^server\/client\//,
      /^server\/harness\//,
    ],
  },
]

describe('time and randomness are injected', () => {
  const core = sources.filter(file => /^(?:server|fixtures)\//.test(relative(ROOT, file)))
  test.each(BANS)('$name stays in its home', ({ pattern, homes }) => {
    const offenders = core
      .map(file => relative(ROOT, file))
      .filter(path => !homes.some(home => home.test(path)))
      .filter(path => withoutComments(readFileSync(join(ROOT, path), 'utf8')).some(line => pattern.test(line)))
    expect(offenders).toEqual([])
  })

  test.each(BANS)('a line with $name would be seen, and not in a comment', ({ pattern, planted }) => {
    const seen = (line: string) => withoutComments(`const one = 1\n${line}`).some(text => pattern.test(text))
    expect([seen(`  ${planted}`), seen(`  // ${planted}`)]).toEqual([true, false])
  })
})

function withoutComments(text: string): string[] {
  return text.split('\n').filter(line => !/^\s*(?:\*|\/\/|\/\*)/.test(line))
}

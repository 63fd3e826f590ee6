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
  'server/workshop': { may: ['server/contract', 'server/kernel', 'server/domain'], types: ['server/egress'] },
  'server/egress': { may: ['server/contract', 'server/kernel', 'server/domain'] },
  // Of the domain only its limits.
  'server/mcp': { may: ['server', 'server/contract'] },
  'server/fit': { may: ['server/contract', 'server/kernel', 'server/domain'] },
  'server/verdicts': { may: ['server/contract', 'server/kernel'] },
  'server/drills': {
    may: ['server/contract', 'server/kernel', 'server/domain', 'server/verdicts'],
    types: ['server/store', 'server/world'],
  },
  'server/journal': { may: ['server/contract', 'server/store'], types: ['server/kernel'] },
  'server/http': { may: ['server/contract', 'server/journal'] },
  'server/turn': {
    may: ['server/contract', 'server/kernel', 'server/domain', 'server/journal', 'server/http'],
    types: ['server/store', 'server/world'],
  },
  'server/world': {
    may: [
      'server/contract',
      'server/kernel',
      'server/store',
      'server/domain',
      'server/egress',
      'server/journal',
      'server/turn',
      'server/verdicts',
      'fixtures',
    ],
  },
  'server/control': {
    may: [
      'server/contract',
      'server/kernel',
      'server/store',
      'server/domain',
      'server/fit',
      'server/workshop',
      'server/journal',
      'server/http',
      'server/verdicts',
      'server/drills',
    ],
    types: ['server', 'server/turn', 'server/world', 'server/egress'],
  },
  'server/client': { may: ['server/contract'], types: ['server/control'] },
  'server/harness': {
    may: [
      'server',
      'server/client',
      'server/contract',
      'server/control',
      'server/kernel',
      'server/store',
      'server/domain',
      'server/fit',
      'server/workshop',
      'server/drills',
    ],
    types: ['server/world'],
  },
  'server/measure': {
    may: ['server/contract', 'server/kernel', 'server/journal', 'server/client', 'server/workshop'],
  },
  'server/cli': {
    may: [
      'server',
      'server/client',
      'server/contract',
      'server/fit',
      'server/harness',
      'server/mcp',
      'server/measure',
      'server/verdicts',
    ],
    types: ['server/control'],
  },
  server: {
    may: [
      'server/contract',
      'server/kernel',
      'server/store',
      'server/domain',
      'server/egress',
      'server/turn',
      'server/world',
      'server/journal',
      'server/http',
      'server/control',
      'server/client',
      'server/harness',
      'server/verdicts',
    ],
  },
  fixtures: { may: ['server/contract', 'server/kernel', 'server/store', 'server/domain'] },
  renderer: { may: [], types: ['server/control', 'server/contract'] },
  electron: { may: ['server', 'server/client', 'server/http', 'fixtures'], types: ['server/control'] },
  // The bench looks inside on purpose: it measures rooms as well as the whole.
  'scripts/bench': {
    may: [
      'scripts',
      'server',
      'server/cli',
      'server/kernel',
      'server/domain',
      'server/journal',
      'server/turn',
      'tests/dashboard',
      'tests/support',
    ],
  },
  'tests/support': { may: [] },
  'tests/dashboard': { may: [] },
  // The table of threats, which a script writes down.
  'tests/security': { may: [] },
  'tests/findings': { may: [] },
  scripts: {
    may: [
      'server',
      'server/contract',
      'server/cli',
      'fixtures',
      'tests/dashboard',
      'tests/security',
      'tests/findings',
      'tests/support',
    ],
  },
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
  test('nothing outside electron imports electron (threat B9)', () => {
    const offenders = sources.filter(
      file => !file.startsWith(join(ROOT, 'electron')) && namesElectron(readFileSync(file, 'utf8')),
    )
    expect(offenders).toEqual([])
  })

  test('an import of electron would be seen (without B9)', () => {
    expect(sources.filter(file => namesElectron(readFileSync(file, 'utf8'))).length).toBeGreaterThan(0)
  })
})

/** Who may connect, listen or resolve names; types, and facts such as whether a text is an address, are free everywhere. */
const DIALLING_HOMES = /^(?:server\/(?:egress|http|client|measure)|electron)\//
const NAMES_OF_FACTS = /^(?:type .+|STATUS_CODES|METHODS|isIP|isIPv4|isIPv6)$/
const DIALLING =
  /(?:^|\n)(?:import|export)\s+(type\s)?([^'";]*?)(?:\s*from\s*)?['"](?:(?:node:)?(?:net|tls|dns|https?|http2|dgram)(?:\/promises)?|undici)['"]|\b(?:import|require)\(\s*['"](?:(?:node:)?(?:net|tls|dns|https?|http2|dgram)(?:\/promises)?|undici)['"]/g

const dials = (text: string) =>
  [...text.matchAll(DIALLING)].some(([, type, names]) => {
    if (type !== undefined) return false
    const named = /^\{([^}]*)\}$/.exec(names?.trim() ?? '')?.[1]?.split(',')
    return named === undefined || named.some(name => name.trim() !== '' && !NAMES_OF_FACTS.test(name.trim()))
  })

describe('what speaks to the network', () => {
  const shipped = sources.map(file => relative(ROOT, file)).filter(path => !path.startsWith('scripts/'))

  test('is imported in the rooms of the network only', () => {
    const found = shipped.filter(path => dials(readFileSync(join(ROOT, path), 'utf8')))
    expect(found.filter(path => !DIALLING_HOMES.test(path))).toEqual([])
    expect(found.length).toBeGreaterThan(4)
  })

  test.each([
    "import { createServer } from 'node:http'",
    "import { isIP, connect } from 'node:net'",
    "import { lookup } from 'node:dns/promises'",
    "import tls from 'node:tls'",
    "import * as https from 'node:https'",
    "import {\n  type Socket,\n  connect,\n} from 'node:net'",
    "export { request } from 'undici'",
    "const { Client } = await import('undici')",
    "import 'node:http2'",
  ])('would be seen: %j', line => {
    expect(dials(`import type { Json } from './json.ts'\n${line}\n`)).toBe(true)
  })

  test.each([
    "import type { Server } from 'node:http'",
    "import { type Socket, isIP } from 'node:net'",
    "import { STATUS_CODES } from 'node:http'",
    "import { connect } from './connector.ts'",
  ])('is not what is free everywhere: %j', line => {
    expect(dials(line)).toBe(false)
  })
})

/** What reads the real clock, makes real randomness or waits in real time, and the few places that may. */
const BANS: { name: string; pattern: RegExp; planted: string; homes: readonly RegExp[] }[] = [
  {
    name: 'Date.now',
    pattern: /\b(?:Real)?Date\.now\(/,
    planted: 'return Date.now()',
    // The second reads what a test has faked.
    homes: [/^server\/kernel\/pace\.ts$/, /^server\/harness\/followed-timers\.ts$/],
  },
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
    pattern: /\b(?:performance|realPerformance)\.now\(/,
    planted: 'const started = performance.now()',
    homes: [/^server\/kernel\/pace\.ts$/, /^server\/cli\//, /^server\/harness\//],
  },
  {
    // One made out of a user's text can take minutes over another text: finding S12.
    name: 'a regular expression that is no constant',
    pattern: /^(?!(?:export )?const \w+ = ).*\bnew RegExp\(/m,
    planted: '  return new RegExp(text)',
    homes: [],
  },
  {
    name: 'setTimeout or setInterval',
    pattern: /\b(?:set|realSet)(?:Timeout|Interval)\(/,
    planted: 'setTimeout(act, 10)',
    homes: [
      /^server\/kernel\/pace\.ts$/,
      /^server\/http\//,
      /^server\/egress\/(?:transport|deadline|connector|http-exchange)\.ts$/,
      /^server\/cli\//,
      /^server\/client\//,
      /^server\/harness\//,
    ],
  },
]

describe('time and randomness are injected, and expressions are constants', () => {
  const core = sources.filter(file => /^(?:server|fixtures)\//.test(relative(ROOT, file)))
  test.each(BANS)('$name stays in its home (threat G2)', ({ pattern, homes }) => {
    const offenders = core
      .map(file => relative(ROOT, file))
      .filter(path => !homes.some(home => home.test(path)))
      .filter(path => withoutComments(readFileSync(join(ROOT, path), 'utf8')).some(line => pattern.test(line)))
    expect(offenders).toEqual([])
  })

  test.each(BANS)('a line with $name would be seen, and not in a comment (without G2)', ({ pattern, planted }) => {
    const seen = (line: string) => withoutComments(`const one = 1\n${line}`).some(text => pattern.test(text))
    expect([seen(`  ${planted}`), seen(`  // ${planted}`)]).toEqual([true, false])
  })
})

function withoutComments(text: string): string[] {
  return text.split('\n').filter(line => !/^\s*(?:\*|\/\/|\/\*)/.test(line))
}

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ANY_NAME } from '../support/loopback-only.ts'
import { takeOutside } from '../support/outside.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** Calls that open a connection, send a datagram or ask for a page, with a host that is written there. */
const DIALS = [
  /\bfetch\(\s*['"`]https?:\/\/(\[[^\]]+\]|[^/'"`:$?#]+)/g,
  /\b(?:connect|createConnection)\(\s*\d+\s*,\s*['"`]([^'"`$]+)['"`]/g,
  /\b(?:connect|createConnection)\(\s*\{[^}]*\bhost(?:name)?:\s*['"`]([^'"`$]+)['"`]/g,
  /\.send\([^()]*,\s*\d+\s*,\s*['"`]([^'"`$]+)['"`]/g,
  /\.goto\(\s*['"`]https?:\/\/(\[[^\]]+\]|[^/'"`:$?#]+)/g,
  /\b(?:curl|wget)\b[^\n]*?\bhttps?:\/\/(\[[^\]]+\]|[^/'"`:$?#\s]+)/g,
]
const OWN = /^(?:127(?:\.\d+){3}|\[?::1\]?|localhost)$/

function outsideIn(text: string): string[] {
  return DIALS.flatMap(pattern => [...text.matchAll(pattern)].map(([, host = '']) => host)).filter(
    host => !OWN.test(host),
  )
}

const NEVER_REACHED = [
  // Refused before anything is dialled: that is what is tested.
  'tests/harness/options.test.ts: crm.example.com',
  // In a namespace without a route, where the address has to be one that nobody has.
  'tests/security/offline.test.ts: 192.0.2.1',
]

it('no test and no script dials an address outside of this machine (finding R17)', () => {
  const files = globSync('{tests,scripts,server,fixtures,electron,renderer}/**/*.{ts,tsx,mjs,js,sh}', { cwd: ROOT })
    .map(file => file.replaceAll(path.sep, '/'))
    .filter(file => file !== 'tests/security/dialled-addresses.test.ts' && !file.includes('/node_modules/'))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap(file =>
    outsideIn(readFileSync(path.join(ROOT, file), 'utf8')).map(host => `${file}: ${host}`),
  )
  expect(found.sort()).toEqual(NEVER_REACHED)
})

it('what a test dials or looks up all the same is refused on this machine, and its file hears of it (finding R17)', async () => {
  const failure = (url: string) =>
    fetch(url).then(
      () => 'answered',
      (error: { cause: { code: string } }) => error.cause.code,
    )
  expect(await failure(`http://${ANY_NAME}:4010`)).toBe('ENETUNREACH')
  expect(await failure(`http://${'crm.example.com'}`)).toBe('ENETUNREACH')
  expect(takeOutside()).toEqual([`connect ${ANY_NAME}`, 'name crm.example.com', `connect ${ANY_NAME}`])
})

it.each([
  ["fetch('http://192.0.2.4:4010', {})", '192.0.2.4'],
  ['await fetch(`https://api.example.com/v1`)', 'api.example.com'],
  ["net.connect(9, '192.0.2.1')", '192.0.2.1'],
  ["connect({ port: 9, host: '192.0.2.2' })", '192.0.2.2'],
  ["datagram.send('x', 9, '192.0.2.3', done)", '192.0.2.3'],
  ["fetch('http://[2001:db8::1]/')", '[2001:db8::1]'],
  ['curl -s https://example.com/x', 'example.com'],
])('%s would be found (finding R17)', (line, host) => {
  expect(outsideIn(line)).toEqual([host])
  expect(outsideIn(line.replace(host, host.startsWith('[') ? '[::1]' : '127.0.0.2'))).toEqual([])
})

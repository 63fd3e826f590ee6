import { expect, test } from 'vitest'
import { startedAs } from './started-as.ts'

const ROOT = '/home/sato/ringback'
const of = (file: string, ...args: string[]) =>
  startedAs({ argv: ['/usr/bin/node', file, ...args], cwd: ROOT, pid: 42 })

test.each([
  ['npm start', `${ROOT}/scripts/start.ts`, [], 4010, 'npm start', 'npm run -s ringback --'],
  [
    'npm start with flags',
    `${ROOT}/scripts/start.ts`,
    ['--port', '4140'],
    4140,
    'npm start -- --port 4140',
    'npm run -s ringback --',
  ],
  [
    'npm run ringback',
    `${ROOT}/scripts/ringback.ts`,
    ['start', '--store', 'my data', '--eager'],
    4010,
    "npm run ringback -- start --store 'my data' --eager",
    'npm run -s ringback --',
  ],
  [
    'the sources',
    `${ROOT}/server/cli/main.ts`,
    ['start'],
    4010,
    'node server/cli/main.ts start',
    'node server/cli/main.ts',
  ],
  [
    'the package',
    '/app/node_modules/.bin/ringback',
    ['start', '--store=.ringback', '--seed', '7'],
    4010,
    'npx ringback start --store=.ringback --seed 7',
    'npx ringback',
  ],
  ['a global package', '/usr/local/bin/ringback', ['start'], 4010, 'ringback start', 'ringback'],
] as const)('What was started with %s is started so again, with its flags', (_, file, args, port, restart, run) => {
  const started = of(file, ...args)
  expect(started?.restart(port)).toBe(restart)
  expect(started?.run).toBe(run)
})

test('A token is not in the line, and a port that was free is the one that it was', () => {
  for (const token of [['--token', 'verysecret'], ['--token=verysecret']])
    expect(of('/app/node_modules/.bin/ringback', 'start', ...token, '--port', '0')?.restart(40123)).toBe(
      'npx ringback start --port 40123 --token <text>',
    )
  expect(of(`${ROOT}/scripts/start.ts`)?.restart(5000)).toBe('npm start -- --port 5000')
})

test('Of the first process of a container nothing is said: it is started from outside', () => {
  expect(startedAs({ argv: ['node', '/usr/local/bin/ringback', 'start'], cwd: '/', pid: 1 })).toBeUndefined()
})

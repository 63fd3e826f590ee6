import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '../../tests/support/code-points.ts'
import { readArguments, readLink } from './open-requests.ts'

const workingDirectory = path.resolve('/home/user/project')
const read = (...argv: string[]) => readArguments({ argv: ['ringback', ...argv], workingDirectory })

test('a capsule among the arguments is found, relative to the folder that the user was in', () => {
  expect(read('run/failed.ringback-capsule')).toEqual([
    { kind: 'capsule', file: path.join(workingDirectory, 'run/failed.ringback-capsule') },
  ])
})

test('several capsules and links are kept in order, flags and other files are left alone', () => {
  expect(
    read('--no-sandbox', 'a.ringback-capsule', 'notes.txt', 'ringback://open/limits', '--inspect=x.ringback-capsule'),
  ).toEqual([
    { kind: 'capsule', file: path.join(workingDirectory, 'a.ringback-capsule') },
    { kind: 'screen', path: '/limits' },
  ])
})

test.each([
  ['ringback://open/requests/req_1?q=a%20b', '/requests/req_1?q=a%20b'],
  ['RINGBACK://open/w/my%20world/calls', '/w/my%20world/calls'],
  ['ringback://open', '/'],
  ['ringback://open/', '/'],
])('the link %s shows the screen %s', (link, screen) => {
  expect(readLink(link)).toEqual({ kind: 'screen', path: screen })
})

test.each([
  'ringback://capsule/home/user/x.ringback-capsule',
  'ringback://run/reset_world',
  'ringback://open//evil.example/',
  'ringback://open/control/worlds',
  'ringback://open/api/v1/calls',
  'ringback:open/limits',
  'https://open/limits',
  `ringback://open/${'a'.repeat(2_048)}`,
  'ringback://[::1',
])('the link %s shows nothing', link => {
  expect(readLink(link)).toBeUndefined()
})

test('no link whatever leads to a file, another origin or a path of the emulator', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 60 }), text => {
      const request = readLink(`ringback://${text}`)
      if (request === undefined) return
      expect(request.kind).toBe('screen')
      const { path: screen } = request as { path: string }
      expect(screen).toMatch(/^\/(?!\/)/)
      expect(screen).not.toMatch(/^\/(api|control)(\/|$)/)
    }),
    { numRuns: 1_000 },
  )
})

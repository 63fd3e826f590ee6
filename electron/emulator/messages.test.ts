import { expect, test } from 'vitest'
import { readFromEmulator, readToEmulator } from './messages.ts'

test.each([
  { kind: 'ready', url: 'http://127.0.0.1:4010', controlUrl: 'http://127.0.0.1:4010/control', port: 4_010 },
  { kind: 'failed', code: 'store_in_use', message: 'The store is in use by pid 1.' },
  { kind: 'stopped' },
])('the emulator may say %o', message => {
  expect(readFromEmulator(message)).toEqual(message)
})

test.each([
  undefined,
  null,
  'ready',
  {},
  { kind: 'quit' },
  { kind: 'stopped', more: 1 },
  { kind: 'failed', code: 1, message: 'x' },
  { kind: 'ready', url: 'http://127.0.0.1.evil.example:80/', controlUrl: 'http://127.0.0.1:80', port: 80 },
  { kind: 'ready', url: 'https://evil.example', controlUrl: 'http://127.0.0.1:80', port: 80 },
  { kind: 'ready', url: 'http://127.0.0.1:80', controlUrl: 'http://127.0.0.1:80', port: 70_000 },
  { kind: 'ready', url: 'http://127.0.0.1:80@evil.example/', controlUrl: 'http://127.0.0.1:80', port: 80 },
])('%o is not heard from the emulator', message => {
  expect(readFromEmulator(message)).toBeUndefined()
})

test.each([{ kind: 'start', port: 4_010, store: 'memory' }, { kind: 'stop' }])('the app may say %o', message =>
  expect(readToEmulator(message)).toEqual(message),
)

test.each([
  { kind: 'start' },
  { kind: 'start', port: -1, store: 'memory' },
  { kind: 'start', port: 4_010.5, store: 'memory' },
  { kind: 'start', port: 4_010, store: '' },
  { kind: 'start', port: 4_010, store: 'memory', host: '0.0.0.0' },
])('%o is not heard from the app', message => {
  expect(readToEmulator(message)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { restartCommand } from './restart-command.ts'

test.each(['localhost', '127.0.0.1', '[::1]'])('on %s the port is enough', hostname => {
  expect(restartCommand({ hostname, port: '4010', token: false })).toBe('npx ringback start --port 4010')
})

test('without a port in the address it is the one of the scheme', () => {
  expect(restartCommand({ hostname: 'localhost', port: '', token: false })).toBe('npx ringback start --port 80')
})

test('for a name beyond this machine it says that it listens there and answers to it, with a token to fill in', () => {
  expect(restartCommand({ hostname: 'qa.example.com', port: '4010', token: true })).toBe(
    'npx ringback start --port 4010 --host 0.0.0.0 --allow-host qa.example.com --token <text>',
  )
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERRORS } from '../server/contract/errors.ts'
import { EVENT_KINDS } from '../server/contract/events.ts'
import { contractExamples, EXAMPLES_FILE } from './contract-examples.ts'

test('the examples of the OpenAPI file are what a world answers, each error and event under its name', async () => {
  const stored = JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8'))
  // How long the inbox took, in real time.
  stored.answers.testWebhook.data.duration_ms = expect.any(Number)
  expect(await contractExamples(), 'Run node scripts/contract-examples.ts').toEqual(stored)
  for (const [name, { code }] of Object.entries(ERRORS)) expect(stored.errors[name].error.code).toBe(code)
  for (const kind of EVENT_KINDS) expect(stored.events[kind].event).toBe(kind)
})

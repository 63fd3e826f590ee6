import { beforeEach, describe, expect, test } from 'vitest'
import type { OpenApiDocument } from '../../server/contract/openapi.ts'
import { TestEmulator, type TestTenant } from '../support/api.ts'

const NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf']
/** As text: an object literal would not have `__proto__`. */
const INHERITED = NAMES.map(name => `${JSON.stringify(name)}:1`).join(',')

interface Operation {
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly additionalProperties?: unknown } }>
  }
}

let emulator: TestEmulator
let max: TestTenant
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  max = await emulator.tenant('max')
  return () => emulator[Symbol.asyncDispose]()
})

async function send(method: string, path: string, body: string) {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(`${emulator.url}${path}`, { method, headers, body })
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  return { status: response.status, json: (await response.json()) as any }
}

describe('fields with names that every object has already (finding S6)', () => {
  test('are named in the refusal of each operation that takes no other fields', async () => {
    const { paths } = (await emulator.tryControl('GET', '/openapi.json')).json as OpenApiDocument
    const closed = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, Operation>)
        .filter(
          ([, { requestBody }]) => requestBody?.content['application/json']?.schema.additionalProperties === false,
        )
        .map(([method]) => ({ method: method.toUpperCase(), path })),
    )
    expect(closed.length).toBeGreaterThan(15)
    for (const { method, path } of closed) {
      const asked = path
        .replace('{world}', emulator.world.id)
        .replace('{tenant}', 'max')
        .replace(/\{\w+\}/g, '1')
      const { status, json } = await send(method, asked, `{${INHERITED}}`)
      expect([path, status, json.error.code]).toEqual([path, 422, 'invalid_request'])
      expect(Object.keys(json.error.details), path).toEqual(expect.arrayContaining(NAMES))
    }
  })

  test('are no fields of a payload', async () => {
    const overrides = `{"tenant":"max","event":"call.missed","data":{${INHERITED},"data":{${INHERITED}}}}`
    const { status, json } = await send('POST', `/control/worlds/${emulator.world.id}/events`, overrides)
    expect(status).toBe(422)
    expect(Object.keys(json.error.details)).toEqual([...NAMES, ...NAMES.map(name => `data.${name}`)])
  })

  test('are no assumptions, neither of a new world nor of one that is there', async () => {
    for (const name of NAMES) {
      const made = await send('POST', '/control/worlds', `{"assumptions":{${JSON.stringify(name)}:1}}`)
      expect([made.status, made.json.error.message]).toEqual([422, expect.stringContaining(name)])
      expect(
        (await send('PUT', `/control/worlds/${emulator.world.id}/assumptions/${name}`, '{"value":1}')).status,
      ).toBe(404)
    }
  })

  test.each(['/customers', '/customers/bulk', '/calls/initiate', '/webhooks'])(
    'are refused by name, or ignored where unknown ones are: POST %s',
    async path => {
      const reply = await max.ask('POST', path, {
        raw: `{${INHERITED}}`,
        headers: { 'Content-Type': 'application/json' },
      })
      expect(reply.status).toBe(422)
      expect(Object.keys(reply.json.error.details)).toEqual(expect.arrayContaining(NAMES))
    },
  )
})

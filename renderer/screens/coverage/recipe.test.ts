import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../../server/contract/endpoints.ts'
import { startEmulator } from '../../../server/index.ts'
import { type OpenApiFile, operationsOf } from '../../data/openapi.ts'
import { recipeFor } from './recipe.ts'

const STATUSES = [200, 201, 400, 401, 403, 404, 422]

test('Every recipe gets the answer that it is for, from every endpoint that has one', async () => {
  await using emulator = await startEmulator({ port: 0, clock: '2026-03-10T03:00:00Z', dashboard: false })
  const { world } = emulator
  const { tenants, now } = await world.refresh()
  const answer = await fetch(`${emulator.url}/control/contract/openapi.json`)
  const operations = operationsOf((await answer.json()) as OpenApiFile)
  expect(operations).toHaveLength(ENDPOINTS.length)
  const wrong: string[] = []
  let tried = 0
  for (const operation of operations)
    for (const status of STATUSES) {
      if (operation.responses[status] === undefined) continue
      const request = recipeFor(status, { operation, tenants, now: Date.parse(now) })
      if (request === undefined) continue
      tried++
      const { path, method, key, body, query } = request
      const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))
      const { status: got } = await fetch(`${world.baseUrl}${path}?${search}`, {
        method,
        headers: {
          ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body ?? null,
      })
      if (got !== status) wrong.push(`${method} ${path} ${status}: ${got}`)
    }
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(50)
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { OpenApiDocument } from '../../server/contract/openapi.ts'
import type { Part } from '../../server/contract/openapi-schema.ts'
import { fullPath } from '../../server/control/route.ts'
import { CONTROL_ROUTES } from '../../server/control/routes/all.ts'
import { TestEmulator } from '../support/api.ts'
import { lintOpenApi } from '../support/lint-openapi.ts'

let document: OpenApiDocument
beforeAll(async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  document = (await emulator.tryControl('GET', '/openapi.json')).json
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )

describe('the OpenAPI file of the control API', () => {
  test("passes Redocly's recommended lint", async () => {
    const { totals, problems } = await lintOpenApi(document)
    expect(problems).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  })

  test('has every route of the table, itself too, and no other', () => {
    expect(operations().map(([name]) => name)).toContain('GET /control/openapi.json')
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual(CONTROL_ROUTES.map(route => `${route.method} ${fullPath(route)}`).sort())
  })

  test.each(CONTROL_ROUTES.map(route => [`${route.method} ${fullPath(route)}`, route] as const))(
    '%s has its summary, parameters, body and status',
    (name, route) => {
      const operation = operations().find(([candidate]) => candidate === name)?.[1] as Part & { parameters?: Part[] }
      expect(operation.summary).toBe(route.summary)
      const named = (place: string) =>
        (operation.parameters ?? []).filter(parameter => parameter.in === place).map(parameter => parameter.name)
      expect(named('path')).toEqual([...fullPath(route).matchAll(/\{(\w+)\}/g)].map(match => match[1]))
      expect(named('query')).toEqual(Object.keys(route.query ?? {}))
      expect(operation.requestBody !== undefined).toBe(route.body !== undefined || route.rawBody !== undefined)
      expect(Object.keys(operation.responses as Part)).toEqual([
        String(route.status ?? 200),
        ...Object.keys(route.errors ?? {}),
        '4XX',
      ])
    },
  )

  test('operation ids are unique', () => {
    const ids = operations().map(([, operation]) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a value that may be null is nullable, as OpenAPI 3.0 wants it', () => {
    const replay = document.paths['/control/worlds/{world}/requests/{request_id}/replay']?.post as {
      requestBody: { content: Part }
    }
    const content = replay.requestBody.content['application/json'] as { schema: { properties: Part } }
    expect(content.schema.properties.headers).toMatchObject({
      additionalProperties: { type: 'string', nullable: true },
    })
  })

  test('a body of several types is a choice, as OpenAPI 3.0 wants it', () => {
    const put = document.paths['/control/worlds/{world}/clock']?.put as { requestBody: { content: Part } }
    const content = put.requestBody.content['application/json'] as { schema: { properties: Part } }
    expect(content.schema.properties.pace).toEqual({ anyOf: [{ type: 'string' }, { type: 'number' }] })
  })
})

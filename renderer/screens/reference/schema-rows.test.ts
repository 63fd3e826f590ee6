import { expect, test } from 'vitest'
import type { OpenApiFile } from '../../data/openapi.ts'
import { schemaRows } from './schema-rows.ts'

const FILE = { components: { schemas: {} } } as unknown as OpenApiFile
const MOST = Number.MAX_SAFE_INTEGER

test('Of a single value a person reads that it is always that one', () => {
  const ruleOf = (values: number[]) =>
    schemaRows({ type: 'object', properties: { per_page: { type: 'integer', enum: values } } }, FILE)[0]?.rules
  expect(ruleOf([50])).toEqual([{ rule: 'always', values: '50' }])
  expect(ruleOf([50, 100])).toEqual([{ rule: 'one_of', values: '50, 100' }])
})

test.each([
  [{ minimum: 1, maximum: MOST }, [{ rule: 'range', from: 1, to: undefined }]],
  [{ minimum: -MOST, maximum: 7 }, [{ rule: 'range', from: undefined, to: 7 }]],
  [{ minimum: -MOST, maximum: MOST }, []],
  [{ minimum: 0, maximum: 10 }, [{ rule: 'range', from: 0, to: 10 }]],
])('Of %j a person reads only what is a limit', (limits, rules) => {
  const [row] = schemaRows({ type: 'object', properties: { id: { type: 'integer', ...limits } } }, FILE)
  expect(row?.rules).toEqual(rules)
})

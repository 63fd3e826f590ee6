import { expect, test } from 'vitest'
import { namedHere } from './named-here.ts'

const genuine = { secret: 'whsec_one', header: 'sha256=aa', body: '{"a":1, "b":2}' }
const mistake = (id: string) => ({ id, title: '', fix: '', text: 'unknown', figures: {}, detail: null }) as const
const named = (
  change: Partial<typeof genuine>,
  { by = 'unknown', isSameJson = false }: { by?: string; isSameJson?: boolean } = {},
) => namedHere({ mistakes: [mistake(by)], genuine, given: { ...genuine, ...change }, isSameJson })

test('What is another than it was sent is named where nothing explains the header', () => {
  expect(named({ secret: 'whsec_two', body: '{}' })).toEqual(['secret'])
  expect(named({ header: 'sha256=ab' })).toEqual(['header'])
  expect(named({ header: 'sha256=ab', secret: 'whsec_two' })).toEqual(['secret', 'header'])
  expect(named({ body: '{"b":2,"a":1}' }, { isSameJson: true })).toEqual(['rewritten'])
})

test('What the doctor has explained is not named once more, and of a delivery that nobody knows nothing is', () => {
  expect(named({ secret: 'one' }, { by: 'prefix_stripped' })).toEqual([])
  expect(named({ secret: 'svc_test_1' }, { by: 'other_secret' })).toEqual([])
  expect(namedHere({ mistakes: [mistake('unknown')], genuine: undefined, given: genuine, isSameJson: false })).toEqual(
    [],
  )
})

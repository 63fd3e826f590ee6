import { expect, test } from 'vitest'
import { DRILLS } from '../../../server/contract/drills.ts'
import { DRILLS_IN_JAPANESE } from './drill-texts.ts'

test('Every drill says in Japanese as much as in English, line by line', () => {
  const lines = DRILLS.map(({ drill, stages, passes_when }) => [drill, stages.length, passes_when.length])
  const translated = Object.entries(DRILLS_IN_JAPANESE).map(([drill, { stages, conditions }]) => [
    drill,
    stages.length,
    conditions.length,
  ])
  const byName = (rows: (string | number)[][]) =>
    rows.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  expect(byName(translated)).toEqual(byName(lines))
})

import { expect, test } from 'vitest'
import { buildingText } from './dashboard-build.ts'

test('a dashboard that was never built is not said to have changed', () => {
  expect(buildingText({ isThere: false })).toBe('Building the dashboard…')
  expect(buildingText({ isThere: true })).toBe('Building the dashboard, as its sources have changed…')
})

import { afterEach, expect } from 'vitest'
import { refuseOutside, takeOutside } from './outside.ts'

refuseOutside()

afterEach(() => {
  expect(takeOutside(), 'What is not on this machine was dialled or looked up, and refused.').toEqual([])
})

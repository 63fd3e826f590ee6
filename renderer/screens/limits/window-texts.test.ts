import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { figuresText, settingText } from './window-texts.ts'

const t = ((key: string, values: object) => `${key} ${Object.values(values).join(' ')}`) as unknown as TFunction
const setting = { at: '2026-03-10T00:00:00.000Z', from: 5, to: 300, most: 300 }

test('Of what somebody set and set back is said how much was used in between, as what was refused was refused by that', () => {
  const figures = { used: 300, refused: 2, byHand: 295, settings: [{ ...setting, most: 10_000 }] }
  expect(figuresText(t, figures)).toContain('limits.reached 10000 · limits.refused_here 2')
  expect(figuresText(t, { ...figures, settings: [setting] })).not.toContain('limits.reached')
  const [over, plain] = [{ ...setting, most: 10_000 }, setting].map(one => settingText(t, one))
  expect(over).toBe('limits.set_at_over 5 300 10,000 2026-03-10 09:00:00 JST')
  expect(plain).toMatch(/^limits\.set_at /)
})

import { expect, test } from 'vitest'
import { DARK, LIGHT } from './palette.ts'

/** As WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('In the %s scheme, what is to be ticked stands out from every ground it is on', (_, colours) => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  for (const ground of ['canvas', 'panel', 'raised'] as const)
    expect(contrast(colours.control, colours[ground])).toBeGreaterThanOrEqual(3)
})

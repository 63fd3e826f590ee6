import fc from 'fast-check'

/** Half surrogates, which alone are no characters. */
const [FIRST, COUNT] = [0xd800, 0x800]

/**
 * Any code point: what `unit: 'binary'` of fast-check draws, by arithmetic. That one writes a table of all million of them, which takes a
 * second of each process that draws one.
 */
export const codePoint: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0x10_ff_ff - COUNT }).map(
  index => String.fromCodePoint(index < FIRST ? index : index + COUNT),
  character => {
    const point = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1
    if (point < 0 || String.fromCodePoint(point) !== character) throw new Error('This is not one code point.')
    return point < FIRST ? point : point - COUNT
  },
)

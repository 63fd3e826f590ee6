/**
 * How many shall be left, as somebody has typed it: a whole number, with or without commas, also in the full-width digits of a Japanese
 * keyboard. `undefined` for anything else, and for more than the limit. Pure.
 */
export function leftOf(text: string, limit: number): number | undefined {
  const plain = text.normalize('NFKC').replaceAll(',', '').trim()
  if (!/^\d+$/.test(plain)) return undefined
  const left = Number(plain)
  return left <= limit ? left : undefined
}

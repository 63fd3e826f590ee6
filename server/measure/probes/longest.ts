import { isAccepted, isRefused } from '../exchange.ts'
import type { Reading } from '../probe.ts'
import type { Seen } from '../seen.ts'

/** The longest length that a step found accepted, when the next one was refused. */
export function longestOf(seen: Seen, step: string): Reading {
  const tries = seen.step(step).filter(exchange => exchange.length !== null)
  if (tries.length === 0) return undefined
  const lengths = (kept: typeof tries) => kept.map(({ length }) => length ?? 0)
  const accepted = Math.max(0, ...lengths(tries.filter(isAccepted)))
  const refused = Math.min(Number.POSITIVE_INFINITY, ...lengths(tries.filter(isRefused)))
  const evidence = `${step}: accepted up to ${accepted}, refused from ${refused}`
  return [{ value: accepted > 0 && refused === accepted + 1 ? accepted : undefined, evidence }]
}

/** Which length to try next: halves what is between, then makes sure of the edge, again and again until the requests are used up. */
export function nextLength(
  lengths: readonly number[],
  tries: readonly { readonly length: number; readonly accepted: boolean }[],
): number {
  const accepted = tries.filter(row => row.accepted).map(({ length }) => length)
  const refused = tries.filter(row => !row.accepted).map(({ length }) => length)
  const longest = Math.max(0, ...accepted)
  const shortest = Math.min(Number.POSITIVE_INFINITY, ...refused)
  const between = lengths.filter(length => length > longest && length < shortest)
  // Unless the edge itself was found, a limit is only known to be somewhere.
  const middle = between[Math.floor(between.length / 2)]
  if (middle !== undefined && longest + 1 !== shortest) return middle
  if (longest > 0 && shortest > longest + 1) return longest + 1
  const again = tries.filter(({ length }) => length === longest).length
  const over = tries.filter(({ length }) => length === shortest).length
  return longest > 0 && again <= over ? longest : Number.isFinite(shortest) ? shortest : longest
}

import type { Randomness } from '../../kernel/random.ts'

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'
const LENGTH = 20

/**
 * `call_` with 20 lower-case letters and digits, drawn from the sequence number of the call in its world. So a call gets the same id
 * whatever else happened before it. The contract only says that the id is a string.
 */
export function callId(random: Randomness, seq: number): string {
  const bytes = random.bytes(`call:${seq}`)
  let id = 'call_'
  for (let index = 0; index < LENGTH; index++) id += ALPHABET[bytes[index]! % ALPHABET.length]
  return id
}

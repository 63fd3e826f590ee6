/** Just enough of ASN.1 DER to write an X.509 certificate (X.690). */

const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

export const der = {
  sequence: (...parts: Buffer[]) => tagged(TAGS.sequence, ...parts),
  set: (...parts: Buffer[]) => tagged(TAGS.set, ...parts),
  boolean: (value: boolean) => tagged(TAGS.boolean, Buffer.from([value ? 0xff : 0])),
  /** Of big-endian bytes that mean a number that is not negative. */
  integer: (bytes: Buffer) => tagged(TAGS.integer, bytes[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes),
  bitString: (bytes: Buffer, { unusedBits = 0 } = {}) => tagged(TAGS.bitString, Buffer.from([unusedBits]), bytes),
  octetString: (bytes: Buffer) => tagged(TAGS.octetString, bytes),
  utf8: (text: string) => tagged(TAGS.utf8, Buffer.from(text)),
  objectId,
  time,
  /** `[number]`, context-specific; `constructed` when it holds other values. */
  context: (number: number, content: Buffer, { constructed }: { constructed: boolean }) =>
    tagged(0x80 | (constructed ? 0x20 : 0) | number, content),
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content])
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff]
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

function objectId(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number) as [number, number, ...number[]]
  const bytes = [first * 40 + second, ...rest].flatMap(arc => {
    const groups = [arc & 0x7f]
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return tagged(TAGS.objectId, Buffer.from(bytes))
}

/** RFC 5280, 4.1.2.5: two digits of the year until 2049. */
function time(instant: Date): Buffer {
  const digits = `${instant
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '')}Z`
  const isLate = instant.getUTCFullYear() >= 2_050
  return tagged(isLate ? TAGS.generalizedTime : TAGS.utcTime, Buffer.from(isLate ? digits : digits.slice(2)))
}

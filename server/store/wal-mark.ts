/** A SQLite file begins with a header of this length. */
export const HEADER_BYTES = 100
/** Where the header of a SQLite file says with which journal it is written. */
const FORMAT_OFFSETS = [18, 19]
const ROLLBACK_JOURNAL = 1

/**
 * Bytes of a database that opens anywhere: one that was serialized from a file in WAL mode says so in its header, and could not be opened
 * from memory. Changes the buffer.
 */
export function withoutWalMark(bytes: Buffer): Buffer {
  if (bytes.length >= HEADER_BYTES) for (const offset of FORMAT_OFFSETS) bytes[offset] = ROLLBACK_JOURNAL
  return bytes
}

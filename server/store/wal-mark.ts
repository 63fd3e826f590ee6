/** The length of the header at the beginning of a SQLite file. */
export const HEADER_BYTES = 100
/** Where the header of a SQLite file says which kind of journal it has. */
const FORMAT_OFFSETS = [18, 19]
const ROLLBACK_JOURNAL = 1

/**
 * The bytes of a database, so that they open anywhere. When they come from a file in WAL mode, the header says so, and they could not be
 * opened from memory. Changes the buffer.
 */
export function withoutWalMark(bytes: Buffer): Buffer {
  if (bytes.length >= HEADER_BYTES) for (const offset of FORMAT_OFFSETS) bytes[offset] = ROLLBACK_JOURNAL
  return bytes
}

import { chmodSync, lstatSync, rmSync, writeFileSync } from 'node:fs'

/** A store contains keys and secrets, so only its owner may read it. */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const

/**
 * Writes a new file. Whatever is in its place is removed first and not written through, because it may be a link to somewhere else.
 *
 * @throws an error of the file system
 */
export function writePrivately(file: string, content: string | Uint8Array, options: { flush?: boolean } = {}): void {
  rmSync(file, { force: true })
  writeFileSync(file, content, { ...options, flag: 'wx', mode: OWNER_ONLY.file })
}

/**
 * Takes the rights of others away from a file or folder of an earlier version. Where the system or another owner does not allow it, nothing
 * changes.
 */
export function keepPrivate(path: string, kind: keyof typeof OWNER_ONLY): void {
  try {
    if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, OWNER_ONLY[kind])
  } catch {
    // It does not exist, or is not ours.
  }
}

/** Whether there is a link at this path, wherever it leads. */
export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

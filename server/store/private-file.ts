import { chmodSync, lstatSync, rmSync, writeFileSync } from 'node:fs'

/** Keys and secrets are in a store: nobody but its owner reads it. */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const

/**
 * Writes a new file. What lies at its place goes away first, and is not written through: it may be a link to somewhere else.
 *
 * @throws an error of the file system
 */
export function writePrivately(file: string, content: string | Uint8Array, options: { flush?: boolean } = {}): void {
  rmSync(file, { force: true })
  writeFileSync(file, content, { ...options, flag: 'wx', mode: OWNER_ONLY.file })
}

/**
 * Takes the rights of others away from a file or folder of an earlier version. Where the system or another owner does not let us, it stays
 * what it is.
 */
export function keepPrivate(path: string, kind: keyof typeof OWNER_ONLY): void {
  try {
    if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, OWNER_ONLY[kind])
  } catch {
    // Not there, or not ours.
  }
}

/** Whether there is a link at this path, to whatever. */
export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

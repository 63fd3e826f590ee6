import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

const SHARED_MEMORY = '/dev/shm'
/** More than a run of all tests ever has in its folders. Containers come with 64 MB, and are left to the disk. */
const ROOM = 3 * 1_024 ** 3

/**
 * Temporary folders of a run lie in memory where Linux has enough of it: a disk is waited for at each write that SQLite wants kept, and
 * no test could tell the two apart, as none takes the power away.
 */
export function setup(): void {
  if (!hasRoom()) return
  const folder = mkdtempSync(path.join(SHARED_MEMORY, 'ringback-tests-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // Some tests start a process of another user there.
  chmodSync(folder, 0o1777)
  // The workers start after this, and take it over.
  process.env.TMPDIR = folder
}

/** Not where somebody has said where they want them, and only once for the projects of a run. */
function hasRoom(): boolean {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return false
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize > ROOM
  } catch {
    return false
  }
}

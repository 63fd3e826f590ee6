import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { CAPSULE_EXTENSION } from './open-requests.ts'

/** As much as the control API takes: one world with a journal of 100,000 exchanges fits. */
const LARGEST_CAPSULE = 256 * 1_024 * 1_024

/**
 * The bytes of a capsule file.
 * @throws Error with the way out when it is no regular file, has another extension, or is too large
 */
export async function readCapsule(file: string): Promise<Buffer> {
  if (path.extname(file).toLowerCase() !== CAPSULE_EXTENSION) {
    throw new Error(`${file} is not a capsule. The name of a capsule ends with ${CAPSULE_EXTENSION}.`)
  }
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${error.code}). Open it where it is now, as a user who may read it.`)
  })
  if (!found.isFile()) throw new Error(`${file} is not a regular file. Copy the capsule to a folder of this machine.`)
  if (found.size > LARGEST_CAPSULE) throw new Error(`${file} is larger than 256 MiB, so it is not a capsule.`)
  return readFile(file)
}

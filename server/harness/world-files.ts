import type { Json } from '../contract/assumption-entry.ts'
import type { WorldFile } from '../contract/world-file/world-file.ts'
import { withWorldFile } from './read-world-file.ts'

/**
 * The content of a world file as it stands there, with the variables of the environment filled in.
 *
 * @throws an error with the code `invalid_world_file` when it is no JSON
 */
export async function readWorldFile(path: string): Promise<{ readonly [name: string]: Json }> {
  const { from } = await withWorldFile<{ from: string | { readonly [name: string]: Json } }>({ from: path })
  return from as { readonly [name: string]: Json }
}

/**
 * Reads a world file, and loads it for a try as a world would.
 *
 * @throws an error with the code `invalid_world_file`, whose `details` name all that is wrong
 */
export async function checkWorldFile(path: string): Promise<WorldFile> {
  const { from } = await withWorldFile({ from: path })
  // Loaded only here, because a command that talks to a running emulator needs no database.
  const { checkWorldFile: check } = await import('../check-world-file.ts')
  return await check(from)
}

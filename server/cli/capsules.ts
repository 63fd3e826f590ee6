import path from 'node:path'
import type { EmulatorHandle, WorldHandle } from '../index.ts'
import { writeOutput } from './files.ts'

/** What the capsule of a world is called. */
export const capsuleName = (world_id: string): string => `${world_id}.ringback-capsule`

/** Writes a world to a file that opens at a request; resolves to the size of the file. */
export async function writeCapsule(
  world: WorldHandle,
  file: string,
  at: Parameters<WorldHandle['capsule']>[0] = {},
): Promise<number> {
  const bytes = await world.capsule(at)
  writeOutput(file, bytes, { secret: true })
  return bytes.length
}

/** Writes a capsule of every world that has received requests, at its gravest finding or else the newest that failed; returns the files. */
export async function writeCapsules(emulator: EmulatorHandle, folder: string): Promise<string[]> {
  const files: string[] = []
  for (const { world_id } of await emulator.worlds()) {
    const world = await emulator.openWorld(world_id)
    if ((await world.requests.list({ limit: 1 })).length === 0) continue
    const file = path.join(folder, capsuleName(world_id))
    await writeCapsule(world, file)
    files.push(file)
  }
  return files
}

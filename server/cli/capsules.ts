import path from 'node:path'
import type { EmulatorHandle, WorldHandle } from '../index.ts'
import { writeOutput } from './files.ts'

const EXTENSION = '.ringback-capsule'

/** Writes a world to a file that opens at a request, and resolves to its size. */
export async function writeCapsule(
  world: WorldHandle,
  file: string,
  at: Parameters<WorldHandle['capsule']>[0] = {},
): Promise<number> {
  const bytes = await world.capsule(at)
  writeOutput(file, bytes, { secret: true })
  return bytes.length
}

/** A capsule of every world that has got requests, each at the newest that failed; the files. */
export async function writeCapsules(emulator: EmulatorHandle, folder: string): Promise<string[]> {
  const files: string[] = []
  for (const { world_id } of await emulator.worlds()) {
    const world = await emulator.openWorld(world_id)
    if ((await world.requests.list({ limit: 1 })).length === 0) continue
    const file = path.join(folder, `${world_id}${EXTENSION}`)
    await writeCapsule(world, file)
    files.push(file)
  }
  return files
}

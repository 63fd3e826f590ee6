import type { WorldFile } from './contract/world-file/world-file.ts'
import { loadValidator } from './domain/validation/compile.ts'
import { systemClock } from './kernel/pace.ts'
import { clockOf, databaseOf, paceOf } from './world/file/from-file.ts'
import { readWorldFile } from './world/file/read.ts'
import { templatesOfProcess } from './world/templates.ts'

/**
 * Loads the content of a world file into a database that nobody gets to see. Throws `WorldFileError` for what would also be refused by a
 * world.
 */
export async function checkWorldFile(content: unknown): Promise<WorldFile> {
  await loadValidator()
  const file = readWorldFile(content)
  paceOf(file)
  const machine = systemClock().now()
  const now = clockOf(file, machine) ?? machine
  const from = { name: 'world file', file, pin: true }
  await databaseOf({
    from,
    world_id: 'default',
    seed: file.seed ?? 1,
    now,
    measured: new Map(),
    templates: templatesOfProcess,
  })
  return file
}

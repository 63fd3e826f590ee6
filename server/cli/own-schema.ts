import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The schemas that a package of Ringback has beside its README. */
export type SchemaFile = 'drills.schema.json' | 'world.schema.json'

interface Places {
  /** Where the file stands that names the schema. */
  readonly folder: string
  /** Where this Ringback is: with the schemas if it is a package, without them in a clone that has not been packed. */
  readonly own?: string
}

const OWN = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Where an editor finds a schema, for a file in this folder: in what is installed beside it, or else in the Ringback that runs, such as that of npx.
 * `undefined` where there is none.
 */
export function schemaPath(file: SchemaFile, { folder, own = OWN }: Places): string | undefined {
  const installed = `./node_modules/ringback/${file}`
  if (existsSync(path.resolve(folder, installed))) return installed
  const known = path.join(own, file)
  return existsSync(known) ? pathToFileURL(known).href : undefined
}

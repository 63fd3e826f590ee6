import { readFileSync } from 'node:fs'
import { nearestName } from '../contract/nearest-name.ts'
import { checkDrill, type Drill } from '../index.ts'
import type { DrillPlan } from './drill-run.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { schemaPath } from './own-schema.ts'

/**
 * Drills of somebody's own: one in a file, or a list.
 *
 * @throws CommandError (usage) when the file cannot be read, or holds something else
 */
export async function readDrills(file: string): Promise<Drill[]> {
  const content = parsed(file)
  const drills = (Array.isArray(content) ? content : [content]).map(withoutSchema)
  if (drills.length === 0) throw new CommandError(`${file} holds no drill.`, EXIT.usage)
  for (const [index, drill] of drills.entries()) {
    const faults = Object.entries(await checkDrill(drill))
    if (faults.length === 0) continue
    const list = faults.map(([place, [first]]) => `${place} ${first}`).join('; ')
    throw new CommandError(`${file}: drill ${index + 1}: ${list}.`, EXIT.usage)
  }
  return drills as Drill[]
}

/** Where its schema is, a file says to editors. */
function withoutSchema(drill: unknown): unknown {
  if (typeof drill !== 'object' || drill === null || !('$schema' in drill)) return drill
  const { $schema: _, ...rest } = drill
  return rest
}

/** A drill that Ringback brings along as a file in this folder to begin one's own with, under a name of its own. */
export function drillFile(all: readonly Drill[], name: string): string {
  const known = chooseDrills(all, { only: name, receiver: undefined }).drills[0] as Drill
  const $schema = schemaPath('drills.schema.json', { folder: process.cwd() })
  return JSON.stringify({ $schema, ...known, drill: `my_${known.drill}` }, null, 2)
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(`${file} cannot be read as JSON (${reason}). Give a drill, or a list of drills.`, EXIT.usage)
  }
}

/** Those that were asked for by name; otherwise all that can be run. */
export function chooseDrills(
  all: readonly Drill[],
  { only, receiver }: { only: string | undefined; receiver: string | undefined },
): Pick<DrillPlan, 'drills' | 'leftOut'> {
  if (only !== undefined) {
    const names = only.split(',').map(name => name.trim())
    const unknown = names.find(name => !all.some(({ drill }) => drill === name))
    if (unknown !== undefined) {
      const known = all.map(({ drill }) => drill)
      const nearest = nearestName(unknown, known)
      const wayOut = nearest === undefined ? `There are ${known.join(', ')}.` : `Did you mean ${nearest}?`
      throw new CommandError(`There is no drill "${unknown}". ${wayOut}`, EXIT.usage)
    }
    return { drills: all.filter(({ drill }) => names.includes(drill)), leftOut: [] }
  }
  const needs = (drill: Drill) => receiver === undefined && drill.needs_receiver === true
  return { drills: all.filter(drill => !needs(drill)), leftOut: all.filter(needs) }
}

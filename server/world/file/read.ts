import type { ErrorObject } from 'ajv'
import { fieldProblem } from '../../contract/field-problems.ts'
import { nearestName } from '../../contract/nearest-name.ts'
import { worldFileSchema } from '../../contract/world-file/schema.ts'
import type { WorldFile } from '../../contract/world-file/world-file.ts'
import { findReal } from '../../domain/real-keys.ts'
import { compile, type Validate } from '../../domain/validation/compile.ts'
import { fieldPath, messageOf } from '../../domain/validation/messages.ts'
import { Problems } from '../../domain/validation/problem.ts'
import { throwAny, wrong } from './problems.ts'

let validate: Validate | undefined

/**
 * Reads the content of a world file: its names and types, and that no real key stands in it. Whether its rows agree with the contract and
 * with each other shows when they are made. Await `loadValidator()` first. Throws `WorldFileError`.
 */
export function readWorldFile(value: unknown): WorldFile {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong('body', 'Must be a JSON object, such as {"version":1,"extends":"standard"}.')
  const problems = new Problems()
  findReal(value, problems)
  throwAny(problems)
  validate ??= compile(worldFileSchema())
  for (const error of validate(value)) {
    // It only says that one of its branches has failed, which says more.
    if (error.keyword !== 'if') problems.add(fieldPath(error), textOf(error))
  }
  throwAny(problems)
  return value as WorldFile
}

function textOf(error: ErrorObject): string {
  if (error.keyword !== 'additionalProperties') return messageOf(error)
  const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {})
  const nearest = nearestName(String(error.params.additionalProperty), known)
  if (nearest !== undefined) return fieldProblem('unknown_but_near', { nearest })
  return known.length > MOST_NAMED
    ? fieldProblem('unknown_of_many')
    : fieldProblem('unknown_of', { fields: known.join(', ') })
}

const MOST_NAMED = 40

import { type Problem, Problems } from '../../domain/validation/problem.ts'

/** A world file that is refused, as a whole. */
export class WorldFileError extends Error {
  readonly status = 422
  readonly code = 'invalid_world_file'
  readonly details: Problem['details']

  constructor({ details }: Problem) {
    const [[path, [first]] = ['', ['']], ...others] = Object.entries(details)
    super(`${path}: ${first}${others.length === 0 ? '' : ` There are ${others.length} more problems.`}`)
    this.details = details
  }
}

/** Throws when there are any. */
export function throwAny(problems: Problems): void {
  const found = problems.result()
  if (found !== undefined) throw new WorldFileError(found)
}

/** A file with one thing wrong. */
export function wrong(path: string, message: string): WorldFileError {
  const problems = new Problems()
  problems.add(path, message)
  return new WorldFileError(problems.result() as Problem)
}

import type { Json } from '../contract/assumption-entry.ts'
import { controlSentence } from '../contract/control-errors.ts'
import { SQLITE_MARK } from '../contract/sqlite-mark.ts'
import { LOOKS_REAL, looksReal } from './real-keys.ts'

/** A world file that cannot be used; the message says where and why. */
export class WorldFileProblem extends Error {
  readonly status = 422
  readonly code = 'invalid_world_file'
}

/**
 * The content of a world file: strict JSON, or with the ending `.jsonc` in its name JSON with comments.
 *
 * @throws WorldFileProblem
 */
export async function parseWorldFile(text: string, name: string): Promise<{ readonly [name: string]: Json }> {
  if (text.startsWith(SQLITE_MARK))
    throw new WorldFileProblem(controlSentence('invalid_world_file', 'packed', { file: name }))
  if (text.includes('\u0000'))
    throw new WorldFileProblem(controlSentence('invalid_world_file', 'bytes', { file: name }))
  // What stands in a comment is not loaded, but it would be passed on with the file.
  const line = text.split('\n').findIndex(looksReal)
  if (line !== -1) throw new WorldFileProblem(`${name}, line ${line + 1}: ${LOOKS_REAL}`)
  const content = name.endsWith('.jsonc') ? await parsedWithComments(name, text) : parsedStrictly(name, text)
  if (typeof content === 'object' && content !== null && !Array.isArray(content))
    return content as { readonly [name: string]: Json }
  throw new WorldFileProblem(`${name} must hold one JSON object, such as {"version":1,"extends":"standard"}.`)
}

function parsedStrictly(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const hint = /^\s*\/[/*]/m.test(text) ? ' Comments need the ending .jsonc.' : ''
    throw new WorldFileProblem(`${file} is not JSON: ${(error as Error).message}.${hint}`)
  }
}

async function parsedWithComments(file: string, text: string): Promise<unknown> {
  const { parse, printParseErrorCode } = await import('jsonc-parser')
  const errors: Parameters<typeof parse>[1] = []
  const content = parse(text, errors, { allowTrailingComma: true })
  const [first] = errors ?? []
  if (first === undefined) return content
  const line = text.slice(0, first.offset).split('\n').length
  throw new WorldFileProblem(`${file}, line ${line}: is not JSON with comments (${printParseErrorCode(first.error)}).`)
}

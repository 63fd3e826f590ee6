import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Json } from '../contract/assumption-entry.ts'
import { LOOKS_REAL, looksReal } from '../domain/real-keys.ts'

/** A world file that cannot be used; the message says where and why. */
export class WorldFileProblem extends Error {
  readonly code = 'invalid_world_file'
}

interface From {
  readonly from?: string | { readonly [name: string]: Json } | undefined
  readonly from_name?: string | undefined
}

/**
 * Options with the content of the world file that they name, and with the variables of the environment that it names. The file is read
 * here, in the process of whoever asks, because the emulator may be elsewhere.
 *
 * @throws WorldFileProblem
 */
export async function withWorldFile<Options extends From>(options: Options): Promise<Options> {
  const { from, from_name } = options
  if (from === undefined) return options
  if (typeof from !== 'string') return { ...options, from: withVariables(from) }
  return { ...options, from: withVariables(await parsed(from)), from_name: from_name ?? basename(from) }
}

/** The content of a world file: strict JSON, or with the ending `.jsonc` JSON with comments. */
async function parsed(file: string): Promise<{ readonly [name: string]: Json }> {
  const text = readText(file)
  // What stands in a comment is not loaded, but it would be passed on with the file.
  const line = text.split('\n').findIndex(looksReal)
  if (line !== -1) throw new WorldFileProblem(`${file}, line ${line + 1}: ${LOOKS_REAL}`)
  const content = file.endsWith('.jsonc') ? await parsedWithComments(file, text) : parsedStrictly(file, text)
  if (typeof content === 'object' && content !== null && !Array.isArray(content))
    return content as { readonly [name: string]: Json }
  throw new WorldFileProblem(`${file} must hold one JSON object, such as {"version":1,"extends":"standard"}.`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'it does not exist' : code === 'EISDIR' ? 'it is a folder' : code
    throw new WorldFileProblem(`${file} cannot be read: ${reason}. Name another file.`)
  }
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

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/** `${NAME}` in the forwards stands for a variable of the environment, such as the port of a receiver that is not always the same. */
function withVariables(content: { readonly [name: string]: Json }): { readonly [name: string]: Json } {
  const { forwards } = content
  if (!Array.isArray(forwards)) return content
  const filled = (text: Json, path: string): Json =>
    typeof text === 'string' ? text.replace(VARIABLE, (_, name: string) => variable(name, path)) : text
  return {
    ...content,
    forwards: forwards.map((rule: Json, index) =>
      typeof rule === 'object' && rule !== null && !Array.isArray(rule)
        ? Object.fromEntries(
            Object.entries(rule).map(([name, text]) => [name, filled(text, `forwards.${index}.${name}`)]),
          )
        : rule,
    ),
  }
}

function variable(name: string, path: string): string {
  const value = process.env[name]
  if (value !== undefined && value !== '') return value
  throw new WorldFileProblem(`${path}: The environment has no variable ${name}. Set it, or write the address.`)
}

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Json } from '../contract/assumption-entry.ts'
import { parseWorldFile, WorldFileProblem } from '../domain/world-file-text.ts'

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
  return {
    ...options,
    from: withVariables(await parseWorldFile(readText(from), from)),
    from_name: from_name ?? basename(from),
  }
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

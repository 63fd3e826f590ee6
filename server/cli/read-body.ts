import { CommandError, EXIT } from './exit-codes.ts'
import { readInput } from './files.ts'

/** The raw bytes of a body, given as text, in a file, or on standard input. */
export async function readBody({
  file,
  text,
}: {
  file: string | undefined
  text: string | undefined
}): Promise<Buffer> {
  if (text !== undefined && file !== undefined)
    throw new CommandError('Give the body as --body or as a file, not both.', EXIT.usage)
  if (text !== undefined) return Buffer.from(text)
  if (file === undefined || file === '-') {
    const pieces: Buffer[] = []
    for await (const piece of process.stdin) pieces.push(piece as Buffer)
    return Buffer.concat(pieces)
  }
  return readInput(file)
}

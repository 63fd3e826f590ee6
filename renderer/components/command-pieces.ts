export interface CommandPiece {
  /** Where it begins in the command. */
  readonly at: number
  readonly text: string
  readonly isSpace: boolean
}

const SPACE = String.raw`(?:\\\n|\s)+`
const QUOTED = String.raw`'[^']*'|"(?:[^"\\]|\\.)*"`
const ARGUMENT = String.raw`(?:-[\w-]* (?=[^\s\\-]))?(?:${QUOTED}|\\.|\S)+`
const PIECES = new RegExp(`(?<space>${SPACE})|${ARGUMENT}`, 'g')

/**
 * What a shell takes for one argument each, an option with the value behind it, and the space between them; `--` goes with the command that it
 * introduces. Pure.
 */
export const piecesOf = (command: string): CommandPiece[] =>
  [...command.matchAll(PIECES)].map(({ index, 0: text, groups }) => ({
    at: index,
    text,
    isSpace: groups?.space !== undefined,
  }))

/** Behind a comma or a slash of a path, beside a pair of a query, before an option, or before a key. */
const BREAKS = /(?<=,|[?&]|[^/:]\/)(?!\/)|(?<= )(?=-)|(?<= Bearer )/

/** Where an argument of one line that is longer than the line is broken. Pure. */
export const partsOf = (argument: string): string[] => argument.split(BREAKS)

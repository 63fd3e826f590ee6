import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BUNDLED_CLI, UNNAMED } from './cli.ts'

export const REPOSITORY = path.join(import.meta.dirname, '../..')
export const READMES = ['README.md', 'server/cli/README.md'] as const
/** With what goes into the details of the first. */
export const PAGES = [...READMES, 'server/control/README.md'] as const

export interface Block {
  readonly file: (typeof PAGES)[number]
  /** The language, and how the tests run it: `sh run`. */
  readonly info: string
  readonly text: string
}

/** Every fenced block of these pages, in order. */
export const BLOCKS: readonly Block[] = PAGES.flatMap(file =>
  [...readFileSync(path.join(REPOSITORY, file), 'utf8').matchAll(/^```([^\n]+)\n([\s\S]*?)^```$/gm)].map(
    ([, info = '', text = '']) => ({ file, info, text }),
  ),
)

export function blocksOf(info: string, file?: Block['file']): readonly Block[] {
  return BLOCKS.filter(block => block.info === info && (file === undefined || block.file === file))
}

/** The one block of its kind; the README may not lose it, nor have a second that nothing runs. */
export function theBlock(info: string, file?: Block['file']): string {
  const [block, ...others] = blocksOf(info, file)
  if (block === undefined || others.length > 0)
    throw new Error(`There are ${others.length + 1} blocks "${info}", not one.`)
  return block.text
}

export interface ScriptOutcome {
  readonly code: number | null
  readonly output: string
  readonly stdout: string
  /** Whether `npm` was asked for, and what it wrote. */
  readonly ran: boolean
  readonly tests: string
}

/**
 * Runs a script as it stands, in a folder in which `ringback` and `npx ringback` are the command line and `npm test` is what is given here. The
 * tests leave a file behind, so that a run without them can be told.
 */
export async function runScript(
  script: string,
  { cwd, shell, tests = 'exit 9', env = {} }: { cwd: string; shell: string; tests?: string; env?: NodeJS.ProcessEnv },
): Promise<ScriptOutcome> {
  const command = (name: string, text: string) => {
    const file = path.join(cwd, name)
    writeFileSync(file, `#!/bin/sh\n${text}\n`)
    chmodSync(file, 0o755)
  }
  command('ringback', `exec '${process.execPath}' '${BUNDLED_CLI}' "$@"`)
  command('npx', 'exec "$@"')
  const report = path.join(cwd, 'tests-ran')
  command('npm', `${tests} > '${report}'`)
  const [name = '', ...args] = shell.split(' ')
  const child = spawn(name, [...args, script], {
    cwd,
    env: { ...process.env, PATH: `${cwd}:${process.env.PATH}`, ...UNNAMED, ...env },
  })
  let [output, stdout] = ['', '']
  child.stdin.end()
  child.stdout.on('data', text => {
    stdout += text
    output += text
  })
  child.stderr.on('data', text => {
    output += text
  })
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const ran = existsSync(report)
  return { code, output, stdout, ran, tests: ran ? readFileSync(report, 'utf8') : '' }
}

import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../server/cli/commands.ts'
import { completionScript } from '../../server/cli/completion.ts'

type Shell = Parameters<typeof completionScript>[0]

/** How a shell is asked what it offers for a line, with the script before it: one word a line. */
const ASK: Readonly<Record<Shell, (script: string, words: readonly string[]) => readonly string[]>> = {
  bash: (script, words) => [
    '-c',
    `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ringback; printf '%s\\n' "\${COMPREPLY[@]}"`,
    'bash',
    ...words,
  ],
  // What _describe is given, without the line editor that shows it.
  zsh: (script, words) => [
    '-fc',
    `compdef() { :; }; _describe() { print -rl -- "\${(@P)2}" }\n${script}\nwords=("$@"); CURRENT=$#; _ringback`,
    'zsh',
    ...words,
  ],
  fish: (script, words) => ['--no-config', '-c', `${script}\ncomplete -C ${JSON.stringify(words.join(' '))}`],
}

/** What a shell offers for the last word, without what each word is for. */
async function offered(shell: Shell, ...words: string[]): Promise<string[]> {
  const { status, stdout, stderr } = spawnSync(
    shell,
    ASK[shell](await completionScript(shell, COMMANDS), ['ringback', ...words]),
    {
      encoding: 'utf8',
    },
  )
  expect(status, stderr).toBe(0)
  const [last = ''] = words.slice(-1)
  const found = stdout.split('\n').map(line => line.split(/[:\t]/, 1)[0] ?? '')
  return found.filter(word => word !== '' && word.startsWith(last)).sort()
}

const SHELLS = ['bash', 'zsh', 'fish'] as const
test.for(SHELLS)('%s completes commands, those below them, flags and their values', async (shell, context) => {
  if (spawnSync(shell, ['--version']).status !== 0) return context.skip(`There is no ${shell} on this machine.`)
  expect(await offered(shell, '')).toEqual(expect.arrayContaining(COMMANDS.map(({ name }) => name)))
  expect(await offered(shell, 'cl')).toEqual(['clock'])
  expect(await offered(shell, 'clock', 'ad')).toEqual(['advance'])
  expect(await offered(shell, 'limits', '--json', 'se')).toEqual(['set'])
  expect(await offered(shell, 'start', '--po')).toEqual(['--port'])
  expect(await offered(shell, 'clock', 'advance', '--tim')).toEqual(['--timeout'])
  expect(await offered(shell, 'env', '--shell', 'f')).toEqual(['fish'])
})

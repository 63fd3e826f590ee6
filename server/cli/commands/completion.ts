import { Argument, type Command } from 'commander'
import type { CommandRow } from '../commands.ts'
import type { ExitCode } from '../exit-codes.ts'
import { withExamples } from '../target.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export function configure(
  command: Command,
  _exitWith: (exitCode: ExitCode) => void,
  commands: readonly CommandRow[],
): void {
  command.addArgument(new Argument('<shell>', 'the shell to write for').choices(SHELLS))
  withExamples(command, 'ringback completion fish | source', 'source <(ringback completion bash)').action(
    async (shell: (typeof SHELLS)[number]) => {
      // It loads every command, and so is itself loaded only here.
      const { completionScript } = await import('../completion.ts')
      process.stdout.write(await completionScript(shell, commands))
    },
  )
}

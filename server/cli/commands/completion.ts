import { Argument, type Command } from 'commander'
import { withExamples } from '../target.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export function configure(command: Command): void {
  command.addArgument(new Argument('<shell>', 'the shell to write for').choices(SHELLS))
  withExamples(command, 'ringback completion fish | source', 'source <(ringback completion bash)').action(
    async (shell: (typeof SHELLS)[number]) => {
      // Loaded only here, because it loads every command.
      const { completionScript } = await import('../completion.ts')
      process.stdout.write(await completionScript(shell))
    },
  )
}

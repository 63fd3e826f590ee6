import { Command, CommanderError } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { bearClosedPipes } from './closed-pipes.ts'
import { COMMANDS } from './commands.ts'
import { EXIT, type ExitCode, exitCodeOf, isExplained } from './exit-codes.ts'
import { asTypedHere, here } from './own-command.ts'
import { finishSubcommands, subcommandFirst } from './subcommands.ts'

/** There is no such command, and several that explain something. */
const EXPLAIN = /^error: unknown command 'explain'\n/
const EXPLAINED = `error: there is no command 'explain'. "${here('verdicts explain <rule>')}" explains a rule on clients, "${here('logs show <request>')}" a request and its answer.\n`

/**
 * Runs `ringback <command>` and resolves to the exit code. Only the module of that command is loaded, so help and usage errors stay fast.
 *
 * @param first what is done once the flags are understood, before the command begins
 */
export async function run(args: readonly string[], first: () => void = () => {}): Promise<ExitCode> {
  bearClosedPipes()
  const outcome: { exitCode: ExitCode } = { exitCode: EXIT.done }
  const program = new Command('ringback')
    .description('Local emulator and test harness of an outbound-calling Open API.')
    .usage('<command> [options]')
    .version(manifest.version, '-V, --version', 'print the version')
    .enablePositionalOptions()
    .hook('preAction', first)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(text.replace(EXPLAIN, EXPLAINED).replace(/^error: /, 'ringback: ')),
    })
    .addHelpText('after', '\nExample:\n  $ ringback start\n\nEvery command has --help with an example.')
  let words = args
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).summary(summary).description(summary).exitOverride().showHelpAfterError(false)
    if (args[0] === name || (args[0] === 'help' && args[1] === name)) {
      const { configure } = await load()
      configure(
        command,
        exitCode => {
          outcome.exitCode = exitCode
        },
        COMMANDS,
      )
      finishSubcommands(command)
      if (args[0] === name) words = [name, ...subcommandFirst(command, args.slice(1))]
    }
  }
  try {
    await program.parseAsync([...words], { from: 'user' })
    return outcome.exitCode
  } catch (error) {
    // For commander, help is an error when no command was named, and none when it was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
    const text = isExplained(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : error
    process.stderr.write(`ringback: ${asTypedHere(String(text))}\n`)
    return exitCodeOf(error)
  }
}

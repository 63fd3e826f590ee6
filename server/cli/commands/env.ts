import { type Command, Option } from 'commander'
import { ENVIRONMENT_FORMATS, type EnvironmentFormat, printEnvironment, testEnvironment } from '../../index.ts'
import { addTargetFlags, openWorld, tokenOf, withExamples } from '../target.ts'
import { addWaitFlags, connectWaiting, type WaitFlags } from '../wait-flags.ts'

/** For the usual shell of this system. */
const USUAL_FORMAT: EnvironmentFormat = process.platform === 'win32' ? 'powershell' : 'sh'

export function configure(command: Command): void {
  addWaitFlags(addTargetFlags(command)).addOption(
    new Option('--shell <name>', 'output syntax').choices(Object.keys(ENVIRONMENT_FORMATS)).default(USUAL_FORMAT),
  )
  withExamples(
    command,
    'ringback env',
    'eval "$(ringback env)"',
    'ringback env --shell fish | source',
    'ringback env --shell powershell | Out-String | Invoke-Expression',
  ).action(async () => {
    const flags = command.opts<WaitFlags & { shell: EnvironmentFormat }>()
    await using emulator = await connectWaiting(flags)
    const world = await openWorld(emulator, flags)
    const environment = testEnvironment({ url: emulator.url, world: world.view, token: tokenOf(flags) })
    process.stdout.write(printEnvironment(environment, flags.json === true ? 'json' : flags.shell))
  })
}

import { worldPath } from '../../server/client/control-client.ts'
import type { WorldView } from '../../server/control/protocol/worlds.ts'
import { printEnvironment, testEnvironment } from '../../server/index.ts'
import type { Control } from '../emulator/control.ts'
import type { EmulatorState } from '../emulator/state.ts'
import type { DialogPort, ShellPort } from '../ports.ts'
import { fill, type Strings } from '../strings.ts'
import { commandLine } from './cli.ts'
import {
  CLOCK_MOVES,
  type ClockCommandId,
  type CommandId,
  ENVIRONMENT_COMMANDS,
  type GoCommandId,
  isClockCommand,
  isGoCommand,
  screenOf,
} from './table.ts'

interface ActionContext {
  dialog: DialogPort
  shell: ShellPort
  clipboard: { writeText(text: string): void }
  strings: Strings
  control: Control
  state: () => EmulatorState
  restart: () => Promise<void>
  /** The world that the window shows. */
  world: () => string
  /** Shows a screen of the dashboard, `/requests`. */
  show: (path: string) => void
  chooseCapsule: () => Promise<boolean>
  dataDirectory: string
  store: () => string
  preferredPort: number
  platform: string
  /** The name of a snapshot that is taken now. */
  snapshotName: () => string
}

/** Runs one command of the table. Resolves to whether it ran to its end: the user may have said no. */
type RunCommand = (id: CommandId) => Promise<boolean>

type OwnCommand = Exclude<CommandId, ClockCommandId | GoCommandId | keyof typeof ENVIRONMENT_COMMANDS>

export function createActions(context: ActionContext): RunCommand {
  const { clipboard, control, dialog, shell, strings } = context

  const own: Record<OwnCommand, () => Promise<boolean>> = {
    open_capsule: context.chooseCapsule,
    save_snapshot: async () => {
      await control.call('PUT', worldPath(context.world(), 'snapshots', context.snapshotName()))
      return go('snapshots')
    },
    show_data: async () => {
      const problem = await shell.openPath(context.dataDirectory)
      if (problem !== '') throw new Error(problem)
      return true
    },
    restart_emulator: async () => {
      await context.restart()
      return true
    },
    copy_address: async () => copy(`${running().url}/api/v1`),
    copy_dashboard: async () => copy(`${running().url}/`),
    copy_command: async () => copy(cliOf('copy_command')),
    reset_world: async () => {
      const world = context.world()
      const { response } = await dialog.showMessageBox({
        type: 'warning',
        message: fill(strings.reset_question, { world }),
        buttons: [strings.reset, strings.cancel],
        defaultId: 1,
        cancelId: 1,
      })
      if (response !== 0) return false
      await control.call('POST', worldPath(world, 'reset'))
      return true
    },
  }

  const copy = (text: string): boolean => {
    clipboard.writeText(text)
    return true
  }
  const cliOf = (id: CommandId): string => describeInTerminal(id, context)
  const running = () => {
    const state = context.state()
    if (state.kind !== 'running') throw new Error(strings.failed)
    return state
  }
  const go = (screen: string): boolean => {
    const world = context.world()
    context.show(world === 'default' ? `/${screen}` : `/w/${encodeURIComponent(world)}/${screen}`)
    return true
  }
  const moveClock = async (id: ClockCommandId): Promise<boolean> => {
    const move = CLOCK_MOVES[id]
    if ('pace' in move) await control.call('PUT', worldPath(context.world(), 'clock'), { body: move })
    else await control.call('POST', worldPath(context.world(), 'clock', 'advance'), { body: move })
    return true
  }
  const copyEnvironment = async (id: keyof typeof ENVIRONMENT_COMMANDS): Promise<boolean> => {
    const { url } = running()
    const world = await control.call<WorldView>('GET', worldPath(context.world()))
    return copy(printEnvironment(testEnvironment({ world, url }), ENVIRONMENT_COMMANDS[id]))
  }

  return async id => {
    if (isClockCommand(id)) return moveClock(id)
    if (isGoCommand(id)) return go(screenOf(id))
    if (isEnvironmentCommand(id)) return copyEnvironment(id)
    return own[id]()
  }
}

const isEnvironmentCommand = (id: CommandId): id is keyof typeof ENVIRONMENT_COMMANDS => id in ENVIRONMENT_COMMANDS

/** The command line of a command, for this emulator and the world shown. */
export function describeInTerminal(
  id: CommandId,
  {
    state,
    world,
    store,
    platform,
    preferredPort,
  }: Pick<ActionContext, 'state' | 'world' | 'store' | 'platform' | 'preferredPort'>,
): string {
  const now = state()
  return commandLine(id, {
    url: now.kind === 'running' ? now.url : undefined,
    port: now.kind === 'running' ? now.port : preferredPort,
    world: world(),
    store: store(),
    platform,
  })
}

import { renameSync } from 'node:fs'
import type { EmulatorState } from '../emulator/state.ts'
import type { EmulatorSupervisor } from '../emulator/supervisor.ts'
import type { DialogPort } from '../ports.ts'
import type { StringKey, Strings } from '../strings.ts'

interface ReportOptions {
  emulator: EmulatorSupervisor
  dialog: DialogPort
  strings: Strings
  dataDirectory: string
  today: () => Date
  quit: () => void
}

type Choice = 'try_again' | 'use_memory' | 'move_aside' | 'quit'

/** What can be done about a failure to start, by its code; the last choice is what closing the question means. */
const CHOICES: Readonly<Record<string, readonly Choice[]>> = {
  store_in_use: ['try_again', 'use_memory', 'quit'],
  store_unusable: ['move_aside', 'use_memory', 'quit'],
}
const DEFAULT_CHOICES: readonly Choice[] = ['try_again', 'use_memory', 'quit']

/** Tells the user when the emulator crashed and came back, and asks what to do when it cannot start. Data is never deleted. */
export function reportEmulator(options: ReportOptions): void {
  let crashed = false
  options.emulator.onState(state => {
    if (state.kind === 'restarting') crashed = true
    if (state.kind === 'failed') void askAboutFailure(state, options)
    if (state.kind === 'running' && crashed) {
      crashed = false
      const { dialog, strings } = options
      void dialog.showMessageBox({ type: 'warning', message: strings.restarted, buttons: [strings.ok] })
    }
  })
}

async function askAboutFailure(
  { code, message }: Extract<EmulatorState, { kind: 'failed' }>,
  options: ReportOptions,
): Promise<void> {
  const { dialog, strings } = options
  const choices = CHOICES[code] ?? DEFAULT_CHOICES
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: strings.failed,
    detail: message,
    buttons: choices.map(choice => strings[choice satisfies StringKey]),
    defaultId: 0,
    cancelId: choices.length - 1,
  })
  await act(choices[response] ?? 'quit', options)
}

async function act(choice: Choice, { emulator, dataDirectory, today, quit }: ReportOptions): Promise<void> {
  switch (choice) {
    case 'try_again':
      emulator.start()
      return
    case 'use_memory':
      emulator.start({ store: 'memory' })
      return
    case 'move_aside':
      // The process may hold the files open, which forbids the move on Windows.
      await emulator.stop()
      renameSync(dataDirectory, `${dataDirectory}-${stamp(today())}`)
      emulator.start()
      return
    case 'quit':
      quit()
      return
  }
}

/** `2026-03-10T235950Z`: an instant as a part of a file name, on every system. */
export function stamp(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(':', '')}Z`
}

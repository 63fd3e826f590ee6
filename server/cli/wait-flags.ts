import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import type { EmulatorHandle } from '../index.ts'
import { toMilliseconds } from './durations.ts'
import { EXIT, exitCodeOf } from './exit-codes.ts'
import { readReadyFile } from './ready-file.ts'
import { connect, type TargetFlags } from './target.ts'

/** How long to wait when no duration is given. */
const USUAL_WAIT = '30s'
/** Real time between two attempts, in milliseconds. */
const BETWEEN_LOOKS = 100

export interface WaitFlags extends TargetFlags {
  readonly wait?: string | true
  readonly readyFile?: string
}

/** Adds the flags of commands that are used right after a start. */
export function addWaitFlags(command: Command): Command {
  return command
    .option('--wait [duration]', `wait until it answers, up to this long (default: ${USUAL_WAIT})`)
    .option('--ready-file <file>', 'use the emulator that "ringback start --ready-file" recorded in this file')
}

/**
 * Connects to the emulator that the flags name, as soon as it answers.
 *
 * @throws what `connect` throws, when the time is over
 */
export async function connectWaiting({ wait, readyFile, ...flags }: WaitFlags): Promise<EmulatorHandle> {
  const longest = wait === undefined ? 0 : toMilliseconds(wait === true ? USUAL_WAIT : wait)
  const end = performance.now() + longest
  for (;;) {
    try {
      return await connect(readyFile === undefined ? flags : { ...flags, url: readReadyFile(readyFile) })
    } catch (error) {
      if (exitCodeOf(error) !== EXIT.notReady || performance.now() >= end) throw error
      await pause(BETWEEN_LOOKS)
    }
  }
}

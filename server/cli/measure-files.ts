import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { LedgerLine, LedgerWriter } from '../measure/ledger.ts'
import type { MeasureClock } from '../measure/pace.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { readInput } from './files.ts'

/** Where ledgers are kept: one file for each run, of which each line is written before the next request leaves. */
const FOLDER = path.join('.ringback', 'measure')

export function openLedger(resumed: string | undefined, run: string): { file: string; write: LedgerWriter } {
  const file = resumed ?? path.join(FOLDER, `${run}.jsonl`)
  mkdirSync(path.dirname(file), { recursive: true })
  // A line that was cut off must not spoil the next one.
  if (resumed !== undefined) appendFileSync(file, '\n')
  return { file, write: line => appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 }) }
}

/** The lines of a ledger. One that a kill cut off is left out. */
export function readLedger(file: string): readonly LedgerLine[] {
  const read = readInput(file)
    .toString('utf8')
    .split('\n')
    .flatMap((line): LedgerLine[] => {
      try {
        return line === '' ? [] : [JSON.parse(line) as LedgerLine]
      } catch {
        return []
      }
    })
  if (read.some(line => typeof line === 'object' && 'run' in line)) return read
  throw new CommandError(`${file} is not a ledger of "ringback measure". Name another file.`, EXIT.usage)
}

/** Longest time that a timer of Node takes. */
const LONGEST_TIMER = 2 ** 31 - 1

/** The clock of this machine. A wait ends at once when the run is interrupted. */
export function abortableClock(interrupted: AbortSignal): MeasureClock {
  return {
    now: () => Math.round(performance.timeOrigin + performance.now()),
    wait: (milliseconds, until) =>
      new Promise(resolve => {
        const signal = until === undefined ? interrupted : AbortSignal.any([interrupted, until])
        if (signal.aborted) return resolve()
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, Math.min(milliseconds, LONGEST_TIMER))
        signal.addEventListener('abort', done)
      }),
  }
}

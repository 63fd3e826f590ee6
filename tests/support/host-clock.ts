import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = '/usr/lib'

/** Debian's faketime: a library that tells a process another time than the machine has. `undefined` where it is not installed. */
export const FAKETIME: string | undefined = existsSync(FOLDER)
  ? readdirSync(FOLDER)
      .map(name => path.join(FOLDER, name, 'faketime/libfaketimeMT.so.1'))
      .find(file => existsSync(file))
  : undefined

/** The clock of a process that somebody can set while it runs. What counts the time that passes stays as it is. */
export class SettableClock {
  readonly #file: string

  constructor(folder: string) {
    this.#file = path.join(folder, 'clock')
    this.set('+0s')
  }

  /** How far the clock is from that of the machine: `-1h`, `+1y`. */
  set(shift: string): void {
    writeFileSync(this.#file, shift)
  }

  get env(): NodeJS.ProcessEnv {
    return {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      // Under the older and the newer name.
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
      FAKETIME_DONT_RESET: '1',
    }
  }
}

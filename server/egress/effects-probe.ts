import type { Outcome } from '../domain/webhooks/deliveries.ts'
import { startDeadline } from './deadline.ts'

const WHOLE_NUMBER = /^\d{1,15}$/
/** How much of a wrong answer is shown. */
const SHOWN_CHARACTERS = 40

export interface NumberProbe {
  readonly read: () => Promise<number>
  /** Waits this many milliseconds of real time. */
  readonly pause: (milliseconds: number) => Promise<void>
}

/** Asks a URL how often a receiver has done its work. The answer has to be a whole number and nothing else. */
export function effectsProbe(
  url: string,
  { ask, signal }: { ask: () => Promise<Outcome>; signal: AbortSignal },
): NumberProbe {
  return {
    pause: milliseconds =>
      new Promise(resolve => {
        const end = () => {
          cancel()
          signal.removeEventListener('abort', end)
          resolve()
        }
        const cancel = startDeadline(milliseconds, end)
        signal.addEventListener('abort', end)
      }),
    read: async () => {
      const { status_code, error, response_body } = await ask()
      if (error !== null)
        throw new Error(
          `The URL that counts its work (${url}) gave no answer (${error}). Start it, or give its right address; it has to answer GET with a whole number.`,
        )
      const text = (response_body ?? '').trim()
      if (status_code === 200 && WHOLE_NUMBER.test(text)) return Number(text)
      const shown = text === '' ? 'nothing' : JSON.stringify(text.slice(0, SHOWN_CHARACTERS))
      throw new Error(
        `The URL that counts its work (${url}) answered ${status_code} with ${shown}. It has to answer 200 with a whole number: how often the receiver has done its work.`,
      )
    },
  }
}

import type { Pause } from '../../data/pause.ts'

/** As the address has it: `<instant>_<nth>`. */
export const pauseText = ({ at, nth }: Pause): string => `${at}_${nth}`

/** The same back; `undefined` where it says only that it is paused, as `1` does. */
export function pauseOf(text: string): Pause | undefined {
  const [at = 0, nth = Number.MAX_SAFE_INTEGER] = text.split('_').map(Number)
  return at > 1 && Number.isFinite(at) && nth >= 0 ? { at, nth } : undefined
}

/** Whether an address says that it is paused, in whatever form. */
export const isPause = (text: string): boolean => text !== '' && text !== '0'

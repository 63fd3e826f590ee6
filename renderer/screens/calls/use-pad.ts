import { useState } from 'react'

const STORED = 'ringback.calls.pad'
const FOLDED = 'folded'

export interface Pad {
  readonly isFolded: boolean
  readonly fold: () => void
  readonly unfold: () => void
}

/** Whether the pad stands beside the list of calls or leaves it all of the room: remembered by the browser. */
export function usePad(): Pad {
  const [isFolded, setFolded] = useState(() => localStorage.getItem(STORED) === FOLDED)
  return {
    isFolded,
    fold: () => {
      localStorage.setItem(STORED, FOLDED)
      setFolded(true)
    },
    unfold: () => {
      localStorage.removeItem(STORED)
      setFolded(false)
    },
  }
}

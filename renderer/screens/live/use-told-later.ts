import { useEffect, useState } from 'react'
import type { ToldLater } from '../../components/axis/paused.ts'

/** What tells how things stood; `undefined` before it is loaded, and while nobody asks. */
export function useToldLater(isWanted: boolean): ToldLater | undefined {
  const [told, setTold] = useState<ToldLater>()
  useEffect(() => {
    if (!isWanted || told !== undefined) return
    // Without it nothing is shown of what it would tell.
    import('./told-later.ts').then(setTold, () => {})
  }, [isWanted, told])
  return isWanted ? told : undefined
}

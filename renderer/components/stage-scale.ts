import { useMediaQuery } from '@mantine/hooks'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { usePresenting } from '../routing/use-present.ts'

/**
 * The window for which a screen is laid out that is shown to others. A larger one is thrown onto the same wall: it shows as much, and all of it as
 * much larger.
 */
const STAGE = { width: 1_440, height: 810 } as const
/** Of the whole page (`theme/global.css`), which is larger in a large window at a desk as well. */
const SCALE = '--rb-scale'

const stageScale = (): number => Math.max(1, Math.min(innerWidth / STAGE.width, innerHeight / STAGE.height))

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** How much larger than in the window of a stage everything is drawn; 1 at a desk, where nothing is reckoned by it. */
export function useStageScale(): number {
  const scale = useSyncExternalStore(onResize, stageScale)
  return usePresenting() ? scale : 1
}

/** Draws the page as large as the window of a stage allows, while it is shown to others. */
export function useStage(): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const draw = () => style.setProperty(SCALE, String(stageScale()))
    draw()
    // Before whatever measures itself then.
    addEventListener('resize', draw, { capture: true })
    return () => {
      removeEventListener('resize', draw, { capture: true })
      style.removeProperty(SCALE)
    }
  }, [])
}

/** Whether a media query holds in pixels of the page, which on a large stage are fewer than those of the window. */
export function useRoomQuery(query: string, initial = false): boolean {
  const scale = useStageScale()
  const scaled = query.replace(/[\d.]+(?=px)/g, pixels => String(Math.round(Number(pixels) * scale * 100) / 100))
  return useMediaQuery(scaled, initial, { getInitialValueInEffect: false })
}

import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DAY_ZONE_OFFSET_HOURS } from '../../../server/contract/constants.ts'
import { wallClock } from '../../data/time-text.ts'
import type { Lane, TimelineItem } from '../../data/timeline.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { LANES } from './lanes.ts'
import classes from './live.module.css'
import { marksOf, ticksOf } from './strip-marks.ts'

const TOKYO_HOURS: typeof DAY_ZONE_OFFSET_HOURS = 9
const LANE_PX = 13
const AXIS_PX = 16
const HEIGHT = LANES.length * LANE_PX + AXIS_PX
const SHORTEST_MS = 60_000
const TICK_WIDTH_MS = 1_000

const COLOURS = {
  exchange: '--rb-accent',
  call: '--rb-good',
  event: '--rb-ink-dim',
  delivery: '--rb-info',
  ledger: '--rb-bad',
  clock: '--rb-frozen',
} as const satisfies Record<Lane, string>

interface Picture {
  items: readonly TimelineItem[]
  from: number
  to: number
  width: number
}

function draw(canvas: HTMLCanvasElement, { items, from, to, width }: Picture): void {
  const context = canvas.getContext('2d')
  if (!context || width === 0) return
  const ratio = devicePixelRatio
  canvas.width = width * ratio
  canvas.height = HEIGHT * ratio
  context.scale(ratio, ratio)
  const style = getComputedStyle(canvas)
  const colour = (name: string) => style.getPropertyValue(name)
  const x = (at: number) => ((at - from) / (to - from)) * (width - 1)

  context.font = `10px ${style.fontFamily}`
  for (const tick of ticksOf({ from, to, offset: TOKYO_HOURS * 3_600_000 })) {
    context.fillStyle = colour('--rb-line')
    context.fillRect(Math.round(x(tick)), 0, 1, HEIGHT - AXIS_PX)
    context.fillStyle = colour('--rb-ink-dim')
    const { date, time } = wallClock(tick, 'tokyo')
    const text = time.startsWith('00:00:00') ? date.slice(5) : to - from > 86_400_000 ? time.slice(0, 5) : time
    // A label that would be cut at the edge is left out.
    if (x(tick) + 3 + context.measureText(text).width <= width)
      context.fillText(text, Math.round(x(tick)) + 3, HEIGHT - 4)
  }
  const marks = marksOf(items, { from, to, width })
  for (const [index, { lane }] of LANES.entries()) {
    context.fillStyle = colour(COLOURS[lane])
    for (const [pixel, count] of marks.get(lane) ?? []) {
      const height = Math.min(LANE_PX - 2, 5 + Math.log2(count) * 2)
      context.fillRect(pixel - 1, index * LANE_PX + (LANE_PX - height) / 2, 3, height)
    }
  }
}

/** The same things at a glance: lanes over emulated time, the present at the right edge. The list below says it in words. */
export function TimelineStrip({ items }: { items: readonly TimelineItem[] }) {
  const { t } = useTranslation()
  const { ref, width } = useElementSize()
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme('light')
  const now = useEmulatedNow(TICK_WIDTH_MS)
  const oldest = items.at(-1)?.at
  const newest = items[0]?.at
  const to = Math.max(now ?? 0, newest ?? 0)
  const from = Math.min(oldest ?? to, to - SHORTEST_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours that are read from the style
  useEffect(() => {
    if (canvas.current) draw(canvas.current, { items, from, to, width })
  }, [items, from, to, width, scheme])
  return (
    <div className={classes.strip}>
      <div ref={ref}>
        <canvas ref={canvas} role="img" aria-label={t('live.strip')} style={{ height: HEIGHT }} />
      </div>
    </div>
  )
}

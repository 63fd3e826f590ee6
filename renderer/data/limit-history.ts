import { useEffect, useRef, useState } from 'react'
import type { LimitName, LimitsView, LimitView } from '../../server/control/protocol.ts'
import { limitAt } from './limit-window.ts'
import { useEmulatedNow } from './world.tsx'

export interface Sample {
  at: number
  used: number
}
type LimitHistory = Record<LimitName, Sample[]>

/** Samples of one limit that are kept: what a sparkline can show. */
export const KEPT_SAMPLES = 120

/** Adds a sample; one at the same instant replaces the last, and a clock that was set back starts anew. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1)
  if (last && sample.at < last.at) return [sample]
  const kept = last && last.at === sample.at ? samples.slice(0, -1) : samples.slice(-KEPT_SAMPLES + 1)
  return [...kept, sample]
}

const NONE: LimitHistory = { minute: [], burst: [], day: [], webhook_sends: [] }
const NAMES = Object.keys(NONE) as LimitName[]

/**
 * How counters moved while the page looked: a sample at each change and at each reset, on the emulated clock. Key the component by the
 * tenant. A reset of the world sets the clock back, which starts it anew.
 */
export function useLimitHistory(limits: LimitsView | undefined): LimitHistory {
  const now = useEmulatedNow()
  const [history, setHistory] = useState<LimitHistory>(NONE)
  const seen = useRef<Partial<Record<LimitName, LimitView>>>({})
  useEffect(() => {
    if (!limits || now === undefined) return
    const views = limitsAt(limits, now)
    const changed = NAMES.filter(name => {
      const before = seen.current[name]
      return before?.used !== views[name].used || before.window_start !== views[name].window_start
    })
    if (changed.length === 0) return
    for (const name of changed) seen.current[name] = views[name]
    setHistory(past => ({
      ...past,
      ...Object.fromEntries(changed.map(name => [name, withSample(past[name], { at: now, used: views[name].used })])),
    }))
  }, [limits, now])
  return history
}

export function limitsAt(limits: LimitsView, now: number): LimitsView {
  const at = (view: LimitView) => limitAt(view, now)
  const { minute, burst, day, webhook_sends } = limits
  return { minute: at(minute), burst: at(burst), day: at(day), webhook_sends: at(webhook_sends) }
}

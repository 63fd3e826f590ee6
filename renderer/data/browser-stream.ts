import type { StreamTopic } from '../../server/control/protocol/stream.ts'
import { hasToken } from './access.ts'
import { FetchSource } from './fetch-source.ts'
import { atNextFrame } from './once-a-frame.ts'
import { type Source, type StreamOptions, WorldStream } from './stream.ts'

const TOPICS: Record<StreamTopic, true> = {
  exchange: true,
  clock: true,
  limits: true,
  call: true,
  event: true,
  delivery: true,
  ledger: true,
  action: true,
  verdict: true,
  world: true,
}

/** A hidden page gets no frames: then a batch goes out once a second. */
const HIDDEN_MS = 1_000

const BROWSER: StreamOptions = {
  topics: Object.keys(TOPICS) as StreamTopic[],
  open: url => (hasToken() ? new FetchSource(url) : (new EventSource(url) as Source)),
  schedule: flush => atNextFrame(flush, HIDDEN_MS),
  later: (callback, delay) => {
    const timer = setTimeout(callback, delay)
    return () => clearTimeout(timer)
  },
  onHidden: listener => {
    const changed = () => listener(document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  },
}

export const browserStream = (world: string) => new WorldStream(world, BROWSER)

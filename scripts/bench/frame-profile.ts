import { FRAMES_WATCHED } from './frames.ts'

/** What a trace has to hold for {@link profiler}; each more would lengthen the frames that it explains. */
export const TRACED = ['toplevel', 'devtools.timeline', 'blink.user_timing', '__metadata']

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds since the machine started. */
  readonly ts: number
  readonly dur?: number
  /** Processor time in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Something that a thread did, in milliseconds since the frames are watched. */
interface Span {
  readonly name: string
  readonly start: number
  readonly end: number
  /** Processor time. */
  readonly worked: number
}

/** Where a frame went, in milliseconds. */
export interface FrameProfile {
  readonly frame: number
  /** Processor time of the page's thread. */
  readonly worked: number
  /** The page's thread was in a task, but another process had the processor, or the task waited for another thread. */
  readonly interrupted: number
  /** The page's thread had nothing to do: its frame waited for being drawn, or for a processor. */
  readonly idle: number
  /** What the page's thread worked at, the most first. */
  readonly page: Readonly<Record<string, number>>
  /** Processor time of the browser's other threads, the most first. */
  readonly others: Readonly<Record<string, number>>
}

/** What the page does, by the names that Chromium's performance panel gives to it. */
const WORK: readonly (readonly [kind: string, names: RegExp])[] = [
  ['script', /^(FunctionCall|EvaluateScript|TimerFire|FireAnimationFrame|EventDispatch|RunMicrotasks|XHR\w+)$/],
  ['garbage', /GC/],
  ['style and layout', /^(UpdateLayoutTree|Layout|InvalidateLayout|RecalculateStyles)$/],
  ['paint', /^(Paint|PrePaint|Layerize|Commit|UpdateLayer|UpdateLayerTree|CompositeLayers)$/],
]

/** Reads a trace of Chromium, and says of a frame of the page, by the milliseconds of its begin and its length, where it went. */
export function profiler(trace: Buffer): (begin: number, frame: number) => FrameProfile {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const watched = traceEvents.find(({ name }) => name === FRAMES_WATCHED)
  if (watched === undefined) throw new Error('The trace does not say when the frames were watched.')
  const pageThread = `${watched.pid} ${watched.tid}`
  const names = namesOfThreads(traceEvents)
  const threads = new Map<string, Thread>()
  for (const { ph, name, pid, tid, ts, dur = 0, tdur = 0 } of traceEvents) {
    if (ph !== 'X') continue
    const id = `${pid} ${tid}`
    const thread = threads.get(id) ?? noThread()
    threads.set(id, thread)
    const start = (ts - watched.ts) / 1_000
    const span = { name, start, end: start + dur / 1_000, worked: tdur / 1_000 }
    if (name.endsWith('RunTask')) thread.tasks.push(span)
    const kind = id === pageThread ? WORK.find(([, those]) => those.test(name))?.[0] : undefined
    if (kind === undefined) continue
    const spans = thread.work.get(kind)
    if (spans === undefined) thread.work.set(kind, [span])
    else spans.push(span)
  }
  const page = threads.get(pageThread) ?? noThread()
  return (begin, frame) => {
    const end = begin + frame
    const worked = workWithin(page.tasks, begin, end)
    const busy = page.tasks.reduce((sum, task) => sum + overlap(task, begin, end), 0)
    const others = new Map<string, number>()
    for (const [id, { tasks }] of threads) {
      const name = names.get(id) ?? id
      if (id !== pageThread) others.set(name, (others.get(name) ?? 0) + workWithin(tasks, begin, end))
    }
    return {
      frame: rounded(frame),
      worked: rounded(worked),
      interrupted: rounded(Math.max(0, busy - worked)),
      idle: rounded(Math.max(0, frame - busy)),
      page: mostFirst([...page.work].map(([kind, spans]) => [kind, workWithin(outermost(spans), begin, end)])),
      others: mostFirst([...others]),
    }
  }
}

interface Thread {
  readonly tasks: Span[]
  readonly work: Map<string, Span[]>
}

const noThread = (): Thread => ({ tasks: [], work: new Map() })

function namesOfThreads(events: readonly TraceEvent[]): Map<string, string> {
  const named = events.filter(({ ph }) => ph === 'M')
  const processes = new Map(
    named.filter(({ name }) => name === 'process_name').map(({ pid, args }) => [pid, args?.name ?? '']),
  )
  return new Map(
    named
      .filter(({ name }) => name === 'thread_name')
      // Workers of one pool are numbered.
      .map(({ pid, tid, args }) => [`${pid} ${tid}`, `${processes.get(pid)} ${args?.name?.replace(/\/?\d+$/, '')}`]),
  )
}

const overlap = ({ start, end }: Span, from: number, to: number): number =>
  Math.max(0, Math.min(end, to) - Math.max(start, from))

/** Of what reaches over an edge, the share that lies within. */
const workWithin = (spans: readonly Span[], from: number, to: number): number =>
  spans.reduce(
    (sum, span) =>
      span.end > span.start ? sum + (span.worked * overlap(span, from, to)) / (span.end - span.start) : sum,
    0,
  )

/** A call of a function within another is counted once. */
function outermost(spans: readonly Span[]): Span[] {
  let end = Number.NEGATIVE_INFINITY
  return [...spans]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(span => {
      const isOuter = span.start >= end
      if (isOuter) end = span.end
      return isOuter
    })
}

const rounded = (milliseconds: number): number => Number(milliseconds.toFixed(1))

const mostFirst = (entries: readonly (readonly [name: string, milliseconds: number])[]): Record<string, number> =>
  Object.fromEntries(
    entries
      .map(([name, milliseconds]) => [name, rounded(milliseconds)] as const)
      .filter(([, milliseconds]) => milliseconds > 0)
      .sort(([, a], [, b]) => b - a),
  )

import { waitText, wallClock } from '../../data/time-text.ts'
import type { Picture } from './layout.ts'
import { TOKYO_OFFSET_MS } from './midnights.ts'
import { type Named, timeTexts } from './time-labels.ts'

export interface Label {
  readonly x: number
  readonly text: string
  readonly look: 'time' | 'midnight' | 'planned'
  /** Where the text begins and ends. */
  readonly left: number
  readonly right: number
}

const STEPS_MS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400].map(seconds => seconds * 1_000),
]
/** Between two labels at least. */
const APART_PX = 96
const ROOM_PX = 8
/** Around the ground of a midnight's name: two of them stay two. */
const MIDNIGHT_PX = 8

/** What is as near to the end of the ruler may have its word there. */
const END_PX = 34

/** Where a word begins that belongs to a line at `x`. */
const PLACES = {
  around: (x: number, width: number) => x - width / 2,
  before: (x: number, width: number) => x - width - 6,
  after: (x: number) => x + 4,
  /** At the end of the ruler, as its line lies farther on. */
  end: (x: number, width: number) => x - width - 8,
  /** The same, where its line lies shortly before that. */
  edge: (_: number, width: number, { end }: { end: number }) => end - width - 3,
  /** As near as something that stands over the line leaves room. */
  beyond: (x: number, _: number, clear: { after: number }) => Math.max(x + 6, clear.after),
  ahead: (x: number, width: number, clear: { before: number }) => Math.min(x - 6, clear.before) - width,
  /** The same, where what the ruler ends with stands over it. */
  beside: (x: number, width: number, { last }: { last: number }) => Math.min(x - 6, last - ROOM_PX - 1) - width,
}

/** Stretches of the view that are true to scale. */
function stretches({ tears, scale, geometry: { width } }: Picture): { from: number; to: number; isTorn: boolean }[] {
  const edges = [0, ...tears.flatMap(({ left, right }) => [left, right]), width]
  const found: { from: number; to: number; isTorn: boolean }[] = []
  for (let index = 0; index + 1 < edges.length; index += 2) {
    const [left, right] = [Math.max(0, edges[index]!), Math.min(width, edges[index + 1]!)]
    if (right > left) found.push({ from: scale.at(left), to: scale.at(right), isTorn: index > 0 })
  }
  return found
}

const SECOND_MS = 1_000
/** So many whole seconds say where one is: parts of them are named only where there are fewer. */
const ENOUGH_SECONDS = 3

/** Round instants of Tokyo in what is true to scale. */
export function roundInstants(picture: Picture): Named[] {
  const { pixelsPerMs } = picture.scale
  const step = STEPS_MS.find(length => length * pixelsPerMs >= APART_PX) ?? STEPS_MS.at(-1)!
  if (step >= SECOND_MS) return instantsOf(picture, step)
  const seconds = instantsOf(picture, SECOND_MS)
  return seconds.length >= ENOUGH_SECONDS ? seconds : instantsOf(picture, step)
}

function instantsOf(picture: Picture, step: number): Named[] {
  const found: Named[] = []
  for (const { from, to } of stretches(picture))
    for (
      let at = Math.ceil((from + TOKYO_OFFSET_MS) / step) * step - TOKYO_OFFSET_MS;
      at <= to && found.length < 100;
      at += step
    )
      found.push({ at, step })
  return found
}

/** What a midnight may be called, the longest first: where there are several, with the day that it begins. */
function midnightTexts(
  at: number,
  { midnight, short, isDated }: { midnight: string; short: readonly string[]; isDated: boolean },
): string[] {
  const day = wallClock(at, 'tokyo').date.slice(5)
  // Two of the longest would cover the most of a ruler.
  const texts = isDated && short.length > 0 ? [...short] : [midnight, ...short]
  return isDated ? [...texts.map(text => `${day} · ${text}`), day] : texts
}

/**
 * The words of the ruler: what is rarer comes first and keeps its place, the rest is said where there is room.
 *
 * @param short says the same where there is less room, the longest first
 * @param beyond says what is planned farther on than the ruler ends, or the midnight there, the same with fewer words after it
 * @param left how long it is until an instant, as countdowns have it
 * @param taken what stands on the ruler already, from pixel to pixel
 */
export function labelsOf(
  picture: Picture,
  {
    measure,
    midnight,
    short = [],
    beyond = [],
    left: leftUntil = at => at - picture.now.at,
    taken,
  }: {
    measure: (text: string) => number
    midnight: string
    short?: readonly string[]
    beyond?: readonly string[]
    left?: (at: number) => number
    taken: readonly [number, number][]
  },
): Label[] {
  const { now, scale, geometry } = picture
  const places: [number, number][] = [...taken]
  const clear = {
    before: Math.min(geometry.width, ...taken.map(([from]) => from)) - ROOM_PX - 1,
    after: Math.max(0, ...taken.map(([, to]) => to)) + ROOM_PX + 1,
    end: geometry.width,
    /** Where that begins which the ruler ends with. */
    last: geometry.width,
  }
  const labels: Label[] = []
  /** What stands on the far side of the line of another midnight, or over it, would be read as its name. */
  const isOfOther = (x: number, left: number, right: number) =>
    picture.midnights.some(other => other.x !== x && other.x > Math.min(x, left) && other.x < Math.max(x, right))
  const put = (
    x: number,
    text: string,
    look: Label['look'],
    at: readonly (keyof typeof PLACES)[],
    isIn: (left: number, right: number) => boolean = () => true,
  ) => {
    const width = measure(text)
    for (const place of at) {
      const left = PLACES[place](x, width, clear)
      const right = left + width
      const isFree = places.every(([from, to]) => right + ROOM_PX < from || left - ROOM_PX > to)
      if (!isFree || left < 2 || right > geometry.width - 2 || !isIn(left, right)) continue
      if (look === 'midnight' && isOfOther(x, left - MIDNIGHT_PX, right + MIDNIGHT_PX)) continue
      const around = look === 'midnight' ? MIDNIGHT_PX : 0
      places.push([left - around, right + around])
      labels.push({ x, text, look, left, right })
      return true
    }
    return false
  }
  const named = new Set<number>()
  const isDated = picture.midnights.length > 1
  const isToCome = ({ at }: { at: number }) => at > now.at
  const textsOf = ({ at }: { at: number }) => midnightTexts(at, { midnight, short, isDated })
  // What lies beyond is nowhere else: how much that is has as many words as leave the midnights their names.
  const toCome = picture.midnights.filter(isToCome)
  const waitOf = ({ point }: Picture['planned'][number]) => `+${waitText(leftUntil(point.at))}`
  const isMidnight = ({ point: { at } }: Picture['planned'][number]) => toCome.some(one => one.at === at)
  // Where nothing lies beyond, how long it is until the last of what is planned.
  const last = geometry.look === 'full' ? picture.planned.findLast(one => !isMidnight(one)) : undefined
  const isMore = picture.later !== undefined || picture.beyond !== undefined
  const ends = isMore ? beyond : last === undefined ? [] : [waitOf(last)]
  /** Over the line of a midnight it would be read as its name. */
  const isOverNone = (left: number, right: number) => toCome.every(({ x }) => x < left - 2 || x > right + 2)
  const putEnd = (text: string, isIn?: typeof isOverNone) => {
    const isThere =
      isMore || last === undefined
        ? put(geometry.width, text, 'planned', isIn === undefined ? ['end'] : ['end', 'edge'], isIn)
        : put(last.x, text, 'planned', geometry.width - last.x < END_PX ? ['around', 'edge'] : ['around'])
    if (isThere) clear.last = labels.at(-1)!.left
    return isThere
  }
  // One that is planned has fewer places where it can be named, and none has a name over the line of another.
  const nameToCome = (at: readonly (keyof typeof PLACES)[] = ['around', 'before', 'beyond']) =>
    toCome.filter(one => textsOf(one).some(text => put(one.x, text, 'planned', at)))
  const atFirst = [places.length, labels.length] as const
  const clearAll = () => {
    ;[places.length, labels.length] = atFirst
    clear.last = geometry.width
    return true
  }
  const isEachNamed =
    ends.some(text => clearAll() && putEnd(text, isOverNone) && nameToCome().length === toCome.length) ||
    // So near to the end that nothing has room behind its line: its name is before what stands over that.
    ends.some(text => clearAll() && putEnd(text) && nameToCome(['before', 'beside']).length === toCome.length)
  if (isEachNamed) for (const { at } of toCome) named.add(at)
  else if (clearAll()) {
    if (isMore) ends.toReversed().some(text => putEnd(text))
    for (const { at } of nameToCome()) named.add(at)
  }
  const past = picture.midnights.filter(one => !isToCome(one))
  const putPast = (one: { at: number; x: number }, texts: readonly string[]) =>
    texts.some(text => put(one.x, text, 'midnight', ['before', 'after', 'ahead']))
  // The longest that leaves room for all of them; where none does, as many have the shortest as have room for it.
  const steps = isDated ? textsOf({ at: now.at }).map((_, step) => step) : []
  const before = [places.length, labels.length] as const
  const areNamed = steps.some(step => {
    ;[places.length, labels.length] = before
    return past.every(one => putPast(one, textsOf(one).slice(step, step + 1)))
  })
  if (!areNamed) [places.length, labels.length] = before
  for (const one of past) if (areNamed || putPast(one, textsOf(one).slice(isDated ? -1 : 0))) named.add(one.at)
  for (const one of picture.planned) put(one.x, waitOf(one), 'planned', ['around'])
  const isPast = (at: number) => at < now.at
  const isNamed = (at: number) => named.has(at)
  const round = roundInstants(picture)
  // After a tear nobody can count on from the left: the first thing there says when it is.
  const torn = picture.tears.flatMap(({ to }) => (isPast(to) ? { at: to, step: SECOND_MS } : []))
  // The band names no present.
  const present = geometry.look === 'full' ? [{ at: now.at, step: SECOND_MS }] : []
  const [spoken] = timeTexts(present)
  // What would have the name of the playhead is left out: milliseconds would tell it from that, and stand beside seconds.
  const times = [...torn, ...round.filter(({ at }) => isPast(at))].filter(
    time => !isNamed(time.at) && timeTexts([time])[0] !== spoken,
  )
  // Only what stands there has to be told apart: which have room is known when each has its shortest name.
  const kept = [places.length, labels.length] as const
  const shown = times.filter(time => put(scale.x(time.at), timeTexts([time])[0]!, 'time', ['after']))
  ;[places.length, labels.length] = kept
  shown.sort((one, other) => one.at - other.at)
  const texts = timeTexts(shown, present)
  // The first of another day says which: from there on one reads that day.
  let day = wallClock(now.at, 'tokyo').date
  for (const [index, { at }] of shown.entries()) {
    const { date } = wallClock(at, 'tokyo')
    const isSaid = date === day || texts[index]!.startsWith(date.slice(5))
    const text = isSaid ? texts[index]! : `${date.slice(5)} ${texts[index]!}`
    if (put(scale.x(at), text, 'time', ['after'])) day = date
  }
  return labels
}

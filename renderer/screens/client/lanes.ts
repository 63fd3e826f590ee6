import type { FindingView } from '../../../server/control/protocol/verdicts.ts'

/** An exchange of a finding on both clocks: seconds after the first one, and where it stands on either lane. */
export interface LaneMark {
  readonly seq: number
  readonly request_id: string
  readonly answered: FindingView['evidence'][number]['answered']
  readonly broken_off: FindingView['evidence'][number]['broken_off']
  readonly role: FindingView['evidence'][number]['role']
  readonly of_run: FindingView['evidence'][number]['of_run']
  readonly emulated: number
  readonly real: number
  /** Seconds from the end of the answer to the one before it; `undefined` where it began before that, and for the first. */
  readonly waited: number | undefined
  /** What of it the emulated clock shows, where that is more than nothing, and what went by beside that while the clock stood; only where it did. */
  readonly waited_on: { readonly emulated: number | undefined; readonly real: number } | undefined
  readonly x: { readonly emulated: number; readonly real: number }
  /** How many seconds too early it came, where the finding says so. */
  readonly early: number | undefined
}

export interface Lanes {
  readonly marks: readonly LaneMark[]
  /** How long the first one was asked to wait, and where that ends on the emulated clock. */
  readonly wait: { readonly seconds: number; readonly x: number } | undefined
  /** For how long nothing came after the last one, where the finding is about that, and where that ends on either lane. */
  readonly silent: { readonly emulated: Silence | undefined; readonly real: Silence | undefined }
  /** Real seconds from the first to the last, or to the end of such a silence. */
  readonly real: number
  readonly emulated: number
  readonly scale: { readonly emulated: Scale; readonly real: Scale }
}

/**
 * Whether the distances on a lane are in proportion. If they are not, and one stretch has much more time in its width than another, where it is
 * torn: in the one with the most.
 */
export interface Scale {
  readonly isTrue: boolean
  readonly tear: number | undefined
}

interface Silence {
  readonly seconds: number
  readonly x: number
}

interface Room {
  readonly from: number
  readonly to: number
  /** Least distance of two marks, so that their names can be read. */
  readonly gap: number
}

/** Seconds of real time from the first of the exchanges to the last, or for how long nothing came. */
export function realSecondsOf({ evidence, figures }: Pick<FindingView, 'evidence' | 'figures'>): number {
  const began = evidence[0]?.real_us ?? 0
  const silent = figures.silent_real ?? []
  return Math.max(0, ...silent, ...evidence.map(({ real_us }) => (real_us - began) / 1_000_000))
}

/** Where the exchanges of a finding stand in a room of this width; nothing for a finding without exchanges. */
export function lanesOf(
  { evidence, figures }: Pick<FindingView, 'evidence' | 'figures'>,
  room: Room,
): Lanes | undefined {
  const [first] = evidence
  if (first === undefined) return undefined
  const emulated = evidence.map(({ at }) => (Date.parse(at) - Date.parse(first.at)) / 1_000)
  const real = evidence.map(({ real_us }) => (real_us - first.real_us) / 1_000_000)
  const waitSeconds = figures.wait_seconds?.length === 1 ? figures.wait_seconds[0] : undefined
  const [silentMoved, silentReal] = [figures.silent_moved?.[0], figures.silent_real?.[0]]
  // The end of the wait stands last.
  const instants = [...emulated, silentMoved, waitSeconds].filter(value => value !== undefined)
  // Emulated instants are whole milliseconds: where both clocks ran alike, the finer one places the marks of both lanes.
  const ranAlike =
    waitSeconds === undefined && emulated.every((at, index) => Math.abs(at - (real[index] ?? 0)) < ROUNDED_SECONDS)
  const realInstants = silentReal === undefined ? real : [...real, silentReal]
  const realPlaces = spread(realInstants, room)
  const places = ranAlike ? realPlaces : spread(instants, room)
  const early = earlyOf({ evidence, figures })
  return {
    marks: evidence.map(({ seq, request_id, answered, broken_off, role, of_run, waited_seconds }, index) => ({
      seq,
      request_id,
      answered,
      broken_off,
      role,
      of_run,
      emulated: emulated[index] ?? 0,
      real: real[index] ?? 0,
      waited: waited_seconds ?? undefined,
      waited_on: partsOf(waited_seconds ?? 0, (emulated[index] ?? 0) - (emulated[index - 1] ?? 0)),
      x: { emulated: places[index] ?? room.from, real: realPlaces[index] ?? room.from },
      early: early.get(seq),
    })),
    wait: waitSeconds === undefined ? undefined : { seconds: waitSeconds, x: places.at(-1) ?? room.to },
    silent: {
      emulated: silentMoved === undefined ? undefined : { seconds: silentMoved, x: places[evidence.length] ?? room.to },
      real: silentReal === undefined ? undefined : { seconds: silentReal, x: realPlaces.at(-1) ?? room.to },
    },
    real: realSecondsOf({ evidence, figures }),
    emulated: Math.max(...emulated, silentMoved ?? 0),
    scale: { emulated: scaleOf(ranAlike ? real : instants, places), real: scaleOf(realInstants, realPlaces) },
  }
}

/**
 * The parts of a wait that the emulated clock does not show whole: a clock that ran faster has no part in it. They are of whole milliseconds, as the
 * sum is, and make it up.
 */
function partsOf(waited: number, emulated: number): LaneMark['waited_on'] {
  const real = Math.round((waited - emulated) * 1_000) / 1_000
  const least = Math.max(ROUNDED_SECONDS, waited / 100)
  if (real < least) return undefined
  return emulated < least ? { emulated: undefined, real: waited } : { emulated, real }
}

/** The difference of two instants, each of a whole millisecond, and the same in microseconds. */
const ROUNDED_SECONDS = 0.002
/** Pixels that nobody sees. */
const UNSEEN = 2
/** How many times as much time in a width as elsewhere is left out of sight. */
const TORN_FROM = 2
/** How far behind the mark before it a tear stands, where there is room. */
const BEHIND = 24

function scaleOf(values: readonly number[], places: readonly number[]): Scale {
  const points = values.map((value, index) => ({ value, x: places[index] ?? 0 })).sort((one, other) => one.x - other.x)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return { isTrue: true, tear: undefined }
  const perSecond = last.value === first.value ? 0 : (last.x - first.x) / (last.value - first.value)
  if (points.every(({ value, x }) => Math.abs(first.x + (value - first.value) * perSecond - x) <= UNSEEN))
    return { isTrue: true, tear: undefined }
  const stretches = points.slice(1).map((point, index) => {
    const { value, x } = points[index] ?? first
    return { from: x, width: point.x - x, seconds: point.value - value }
  })
  const paces = stretches.map(({ seconds, width }) => seconds / width)
  const [most, fewest] = [Math.max(...paces), Math.min(...paces)]
  const longest = stretches[paces.indexOf(most)]
  return {
    isTrue: false,
    tear:
      longest === undefined || most === 0 || most < fewest * TORN_FROM
        ? undefined
        : longest.from + Math.min(BEHIND, longest.width / 2),
  }
}

/** Seconds too early by request, where each early one has its figure. */
function earlyOf({ evidence, figures }: Pick<FindingView, 'evidence' | 'figures'>): ReadonlyMap<number, number> {
  const early = evidence.filter(({ role }) => role === 'early' || role === 'unaware')
  const seconds = figures.early_seconds ?? []
  if (early.length !== seconds.length) return new Map()
  return new Map(early.map(({ seq }, index) => [seq, seconds[index] ?? 0]))
}

/** Of those that came early, as many as the sentence of the finding counts: what may not have known only where nothing else did. */
export function countedEarly(marks: readonly LaneMark[]): readonly LaneMark[] {
  const early = marks.filter(mark => mark.early !== undefined)
  const knew = early.filter(({ role }) => role === 'early')
  return knew.length > 0 ? knew : early
}

/** Which of the names, centred at their places from left to right, can stand without touching the one shown before. */
export function apart(names: readonly { readonly x: number; readonly width: number }[], gap: number): boolean[] {
  let free = Number.NEGATIVE_INFINITY
  return names.map(({ x, width }) => {
    const shown = x - width / 2 >= free
    if (shown) free = x + width / 2 + gap
    return shown
  })
}

/** Pixels of the small text at its widest: a Latin character, and one of Japanese. */
const [LATIN, FULL] = [7, 12]

/** How wide a name is at most. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character < '\u2e80' ? LATIN : FULL), 0)

/** Puts values into a room in proportion, but none nearer to the next than the gap, as far as there is room. */
export function spread(values: readonly number[], { from, to, gap }: Room): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((one, other) => one.value - other.value)
  const least = Math.min(gap, (to - from) / Math.max(1, values.length - 1))
  const [low, high] = [order[0]?.value ?? 0, order.at(-1)?.value ?? 0]
  const span = high - low
  const places = order.map(({ value }) => (span === 0 ? from : from + ((value - low) / span) * (to - from)))
  for (let at = 1; at < places.length; at++) places[at] = Math.max(places[at] ?? 0, (places[at - 1] ?? 0) + least)
  let limit = to
  for (let at = places.length - 1; at >= 0; at--) {
    places[at] = Math.min(places[at] ?? 0, limit)
    limit = (places[at] ?? 0) - least
  }
  const placed = new Array<number>(values.length)
  for (const [rank, { index }] of order.entries()) placed[index] = places[rank] ?? from
  return placed
}

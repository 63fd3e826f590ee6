import type { Marks } from './marks.ts'
import {
  extentTo,
  largestThat,
  lastNotAbove,
  type Quiet,
  type ScaleOptions,
  scaleBetween,
  scaleThatFits,
  type TimeScale,
  timeScale,
  USUAL_QUIET,
  USUAL_WIDTH,
  widened,
  withInstant,
} from './time-scale.ts'

/** What part of the time is in view. */
export interface View {
  /**
   * Emulated seconds from one side to the other where nothing is torn; 0 for everything. Of one that follows the clock, what has happened in
   * that time is as large as there is room up to the present.
   */
  readonly span: number
  /** The instant in the middle; `undefined` while the view follows the clock. */
  readonly centre: number | undefined
  /**
   * How wide quiet time may be on an axis of the usual width, where somebody has moved away from a view that had another width for it.
   */
  readonly quiet?: Quiet | undefined
  /**
   * The emulated instant at which somebody has asked for that span: of a jump of the clock that had ended by then, no more is in view than that. Later
   * ones are in view as a whole at first, as they are where nobody has asked.
   */
  readonly asked?: number | undefined
  /**
   * The instants at both sides, in emulated milliseconds, of a view that somebody has moved: they stay there, whatever comes to be known between them.
   * Without them the scale alone says how much is in view.
   */
  readonly edges?: Edges | undefined
  /** The span that somebody has chosen last, where this is none of those that are offered. */
  readonly chosen?: number | undefined
  /** From where somebody has begun to zoom, which zooming back leads to: so many seconds, and so wide quiet time. */
  readonly base?: Base | undefined
}

export interface Base {
  readonly span: number
  /** On an axis of the usual width. */
  readonly quiet: Quiet
}

export interface Edges {
  readonly from: number
  readonly to: number
}

export const SPANS = [60, 300, 3_600, 86_400, 0] as const
export const FOLLOWING: View = { span: 300, centre: undefined }

const isOffered = (span: number) => SPANS.some(offered => offered === span)

/** The span that a view goes back to. */
export const chosenOf = ({ span, chosen }: View): number => chosen ?? (isOffered(span) ? span : FOLLOWING.span)

/** The same with the present in it, and as much of the time as somebody has chosen. */
export const followed = (view: View): View => ({ span: chosenOf(view), centre: undefined, asked: view.asked })

/** Where somebody moves on to from a view, which is gone back to with the span that was chosen. */
export const movedFrom = (view: View, to: View): View =>
  to.centre === undefined && isOffered(to.span)
    ? to
    : { ...to, chosen: chosenOf(view), asked: view.asked, base: to.base ?? (to.edges && view.base) }

/** Where the present stands in a view that follows it, whatever there is on either side: what is planned has the rest, under a third. */
const PRESENT = 0.68
const INSET_PX = 28
/** So far beyond the edge a mark is out of view as a whole. */
const OUTSIDE_PX = 6
/** The closest that a view comes to what little there is. */
const LEAST_SECONDS = 5
/** Closer than this, a view of little shows it true to scale rather than torn. */
const USUAL_LEAST_SECONDS = 60
/** The narrowest that quiet time ahead becomes, so that as much of what is planned as possible is in view. */
const LEAST_AHEAD_PX = 23

/** What a view is of. */
export interface Where {
  /** Every instant at which something stands, and the present, ascending, each once. */
  readonly instants: readonly number[]
  readonly now: number
  /** Pixels. */
  readonly width: number
  /** When the last thing happened that is no move of the clock. */
  readonly happened?: number | undefined
  /** Jumps of the clock, ascending. */
  readonly moves?: readonly { readonly from: number; readonly to: number }[]
  /** Whether something may have happened before the first instant that is not known here. */
  readonly isCut?: boolean
}

/** The present is an instant of its own, wherever it falls. */
export const whereOf = (
  { instants, happened, moves, unread }: Pick<Marks, 'instants' | 'happened' | 'moves' | 'unread'>,
  now: number,
  width: number,
): Where => {
  const all = withInstant(instants, now)
  const isCut = Object.values(unread).some(stretches => stretches.some(({ from }) => from < all[0]!))
  return { instants: all, now, width, happened, moves, isCut }
}

/** Before a jump, so that what was begun right before it is in view as well. */
const LEAD_MS = 10_000

type Past = Pick<Where, 'instants' | 'now' | 'happened' | 'moves'>

/** The jump of the clock that had begun before so many seconds and ended in them. */
const jumpInto = (seconds: number, { now, moves = [] }: Past) =>
  moves.findLast(({ from, to }) => to >= now - seconds * 1_000 && from < now - seconds * 1_000)

/** The same where as a whole it is in view of one that follows the clock, as one wants to see what it has brought about. */
export function jumpInView({ span, asked = Number.NEGATIVE_INFINITY }: Pick<View, 'span' | 'asked'>, past: Past) {
  const jump = jumpInto(span, past)
  return jump !== undefined && jump.to > asked ? jump : undefined
}

/** A view of so many seconds that somebody asks for now: no more than these of what is known to have happened. */
export const askedFor = (span: number, past: Past): View => ({
  span,
  centre: undefined,
  asked: span === 0 || jumpInto(span, past) === undefined ? undefined : Math.ceil(past.now),
})

/**
 * Since when what has happened is in view of one that follows the clock: so many seconds, or from before a jump of the clock that is in view; and
 * where nothing has happened since then, the seconds before the last that has.
 */
export function shownSince(view: Pick<View, 'span' | 'asked'>, past: Past): number {
  const { instants, now, happened } = past
  const [length, jump] = [view.span * 1_000, jumpInView(view, past)]
  const begin = jump === undefined ? now - length : jump.from - LEAD_MS
  const last = happened ?? instants[lastNotAbove(instants, now - 1)] ?? now
  return last < begin ? last - length : begin
}

/**
 * The scale of a view. It is found for an axis of the usual width, and drawn out from there: what is in view stays in view, from edge to edge,
 * when something opens beside the axis.
 */
export function scaleOf(view: View, where: Where): TimeScale {
  const { width } = where
  const wider = width / USUAL_WIDTH
  const { pixelsPerMs, quiet, anchor, ...options } = optionsOf(view, { ...where, width: USUAL_WIDTH })
  const drawn = {
    ...options,
    width,
    pixelsPerMs: pixelsPerMs * wider,
    quiet: quiet && widened(quiet, wider),
    anchor: { at: anchor.at, x: anchor.x * wider },
  }
  return view.edges === undefined ? timeScale(drawn) : scaleBetween(view.edges, drawn)
}

function optionsOf({ span, centre, quiet, asked }: View, where: Where): ScaleOptions {
  const { instants, now, width } = where
  const options = { instants, now, width, quiet }
  if (span === 0 && centre === undefined)
    return { ...options, ...everything(where), anchor: { at: instants[0] ?? now, x: INSET_PX } }
  if (centre !== undefined)
    return {
      ...options,
      pixelsPerMs: width / ((span || FOLLOWING.span) * 1_000),
      anchor: { at: centre, x: width / 2 },
    }
  return { ...options, ...filling({ span, asked }, where), anchor: { at: now, x: width * PRESENT } }
}

/** How wide quiet time is, of its usual width, where it is not that: the widest that leaves what is not quiet its room. */
const QUIET_STEPS = [0.85, 0.7, 0.5, 0.35] as const
/** It stays to be seen that time is left out. */
const LEAST_QUIET_PX = 7
/** What follows each other within this belongs together, */
const TOGETHER_MS = 120_000
/** and has so much of the past at least, where quiet time can make room for it: it gives way first. */
const LEAST_TOGETHER = 0.65

/** All that has happened, and beside it what is planned, which takes no more than under a third from it: of many steps the last ones lie beyond. */
function everything({ instants, now, width }: Where): Pick<ScaleOptions, 'pixelsPerMs' | 'quiet'> {
  const usual = USUAL_QUIET
  const most = width / LEAST_SECONDS / 1_000
  const present = lastNotAbove(instants, now)
  const past = { instants: instants.slice(0, present + 1), now, width }
  const ahead = { instants: instants.slice(present), now, width }
  const farthest = ahead.instants.at(-1) ?? now
  const scaleOfAll = (measured: Pick<Where, 'instants'>, room: number) => {
    const least = LEAST_TOGETHER * room
    const fitting = (step: number) => {
      const quiet = { ...usual, past: usual.past * step }
      return { pixelsPerMs: scaleThatFits({ ...measured, now, width, quiet }, { pixels: room, most }), quiet }
    }
    let scale = fitting(1)
    for (const step of stepsOf(past.instants, { widest: usual.past, room: room - least })) {
      if (hasRoom(past.instants, { pixelsPerMs: scale.pixelsPerMs, quiet: scale.quiet.past, least })) return scale
      scale = fitting(step)
    }
    return scale
  }
  const roomAhead = width * (1 - PRESENT) - INSET_PX
  const whole = scaleOfAll({ instants }, width - 3 * INSET_PX)
  if (extentTo(farthest, { ...ahead, ...whole }) <= roomAhead) return whole
  const { pixelsPerMs, quiet } = scaleOfAll(past, width * PRESENT - INSET_PX)
  const fits = (wide: number) =>
    extentTo(farthest, { ...ahead, pixelsPerMs, quiet: { ...quiet, ahead: wide } }) <= roomAhead
  return {
    pixelsPerMs,
    quiet: { ...quiet, ahead: largestThat(fits, [Math.min(LEAST_AHEAD_PX, usual.ahead), usual.ahead]) },
  }
}

/** The same, and where there is more quiet time than that leaves room for, what all of it has in so much room. */
function stepsOf(instants: readonly number[], { widest, room }: { widest: number; room: number }): readonly number[] {
  let gaps = 0
  for (let index = 1; index < instants.length; index++)
    if (instants[index]! - instants[index - 1]! > TOGETHER_MS) gaps++
  const last = Math.max(LEAST_QUIET_PX, room / Math.max(1, gaps)) / widest
  return last < QUIET_STEPS.at(-1)! ? [...QUIET_STEPS, last] : QUIET_STEPS
}

/** Whether what belongs together takes so many pixels at least, or all that it can take. */
function hasRoom(
  instants: readonly number[],
  { pixelsPerMs, quiet, least }: { pixelsPerMs: number; quiet: number; least: number },
): boolean {
  let [taken, most] = [0, 0]
  for (let index = 1; index < instants.length; index++) {
    const length = instants[index]! - instants[index - 1]!
    if (length > TOGETHER_MS) continue
    taken += Math.min(length * pixelsPerMs, quiet)
    most += quiet
    if (taken >= least) return true
  }
  return taken >= most
}

/**
 * The scale of a view that follows the clock, so that the past takes so many seconds. While less has happened, that takes their room: closer
 * first, and where it is close enough with more room for quiet time. All of it changes steadily while a clock runs: nothing jumps.
 */
function filling(
  view: Pick<View, 'span' | 'asked'>,
  where: Where,
): Required<Pick<ScaleOptions, 'pixelsPerMs' | 'quiet'>> {
  const { instants, now, width } = where
  const seconds = view.span
  const since = shownSince(view, where)
  const before = lastNotAbove(instants, since - 1)
  const recent = instants.slice(before + 1)
  const past = recent.slice(0, lastNotAbove(recent, now) + 1)
  const of = { recent, past, now, width, since }
  const { scale, step } = filled(seconds, { ...of, inset: INSET_PX })
  const [outside, first] = [instants[before], recent[0]]
  const jump = jumpInView(view, where)
  if (jump !== undefined && jump.to > since && jump.to < now)
    return sharedWithJump(seconds, { ...of, jump, scale, outside })
  if (outside === undefined || first === undefined || first > now) return scale
  // A jump that has led into this time is a fold at its begin,
  if (jumpInto(seconds, where)?.to === first) {
    const folded = filledWith(step, seconds, { ...of, inset: USUAL_QUIET.past - OUTSIDE_PX })
    // which takes what is left of the past where that has too little in it yet,
    const wide = width * PRESENT + OUTSIDE_PX - extentTo(now, { instants: past, now, width, ...folded })
    const quiet = { ...folded.quiet, early: { until: first, wide } }
    if ((first - outside) * folded.pixelsPerMs > wide) return { ...folded, quiet }
  }
  // and what was before stays out of view, however little before that is.
  const apart = Math.min((first - outside) * scale.pixelsPerMs, scale.quiet.past)
  return apart > INSET_PX + OUTSIDE_PX
    ? scale
    : filledWith(step, seconds, { ...of, inset: Math.max(0, apart - OUTSIDE_PX) })
}

/** Beside what a jump has brought about, what has happened since has so much of the past at least. */
const LEAST_SINCE_JUMP = 0.5
/** It has that after so long, and gets there steadily. */
const SHARED_AFTER_MS = 3_000

/**
 * The scale of a view with the whole of a jump in it: as close as what has happened since needs it for its share, which becomes all there is room
 * for when the jump leaves the view. What was before has what quiet time leaves room for, and else lies beyond the edge.
 */
function sharedWithJump(
  seconds: number,
  {
    jump,
    scale,
    outside,
    ...of
  }: Omit<Filled, 'inset'> & {
    jump: { to: number }
    /** Of the same without that share. */
    scale: { pixelsPerMs: number; quiet: Quiet }
    /** The last instant that is not to be in view. */
    outside: number | undefined
  },
): { pixelsPerMs: number; quiet: Quiet } {
  const { recent, past, now, width } = of
  const room = width * PRESENT - INSET_PX
  const age = now - jump.to
  const own = room * Math.max(LEAST_SINCE_JUMP, age / (seconds * 1_000))
  const isSince = (at: number) => at >= jump.to
  const late = past.filter(isSince)
  const closer = filled(seconds, {
    ...{ recent: recent.filter(isSince), past: late, now, width, since: jump.to },
    inset: width * PRESENT - own,
  }).scale
  const along = Math.min(1, age / SHARED_AFTER_MS)
  const pixelsPerMs = Math.max(scale.pixelsPerMs, scale.pixelsPerMs ** (1 - along) * closer.pixelsPerMs ** along)
  const quiet = { ...closer.quiet, past: scale.quiet.past + (closer.quiet.past - scale.quiet.past) * along }
  const taken = extentTo(now, { instants: late, now, width, pixelsPerMs, quiet })
  const early = past.slice(0, past.length - late.length + 1)
  const earlyIn = (pixels: number) => {
    const fits = (wide: number) =>
      extentTo(jump.to, { instants: early, now, width, pixelsPerMs, quiet: { ...quiet, past: wide } }) <= pixels
    return largestThat(fits, [LEAST_EARLY_PX, room])
  }
  const wide = earlyIn(room - taken)
  const apart = outside === undefined ? width : Math.min((early[0]! - outside) * pixelsPerMs, wide)
  const isOutside = apart > INSET_PX + OUTSIDE_PX
  const nearer = isOutside ? wide : earlyIn(room - taken + INSET_PX - Math.max(0, apart - OUTSIDE_PX))
  return { pixelsPerMs, quiet: { ...quiet, early: { until: jump.to, wide: nearer } } }
}

/** The narrowest that quiet time becomes so that a jump is in view as a whole. */
const LEAST_EARLY_PX = 0.5

interface Filled {
  /** What is in view, and what is planned. */
  readonly recent: readonly number[]
  /** Of these what has happened. */
  readonly past: readonly number[]
  readonly now: number
  readonly width: number
  readonly since: number
  /** How far from the left edge the first of it stands. */
  readonly inset: number
}

/** The same with as little room for quiet time as what is not quiet leaves it. */
function filled(seconds: number, of: Filled): { scale: { pixelsPerMs: number; quiet: Quiet }; step: number } {
  const { past } = of
  const room = of.width * PRESENT - of.inset
  const least = LEAST_TOGETHER * room
  const isGood = ({ pixelsPerMs, quiet }: ReturnType<typeof filledWith>) =>
    hasRoom(past, { pixelsPerMs, quiet: quiet.past, least })
  const usual = filledWith(1, seconds, of)
  if (isGood(usual)) return { scale: usual, step: 1 }
  const steps = stepsOf(past, { widest: USUAL_QUIET.past, room: room - least })
  let [low, high] = [0, steps.length - 1]
  let found: ReturnType<typeof filledWith> | undefined
  while (low < high) {
    const middle = (low + high) >> 1
    const scale = filledWith(steps[middle]!, seconds, of)
    if (isGood(scale)) {
      high = middle
      found = scale
    } else {
      low = middle + 1
      found = undefined
    }
  }
  const step = steps[low]!
  return { scale: found ?? filledWith(step, seconds, of), step }
}

/** @param step of the usual width of quiet time in the past */
function filledWith(
  step: number,
  seconds: number,
  { recent, past: before, now, width, since, inset }: Filled,
): { pixelsPerMs: number; quiet: Quiet } {
  const room = width * PRESENT - inset
  const { past: widest, ahead: widestAhead } = USUAL_QUIET
  const usual = { past: widest * step, ahead: widestAhead }
  const past = { instants: before, now, width, quiet: usual }
  const closest = width / Math.min(LEAST_SECONDS, seconds) / 1_000
  const ofSeconds = room / (seconds * 1_000)
  // What is farther away than these seconds is in view as a whole.
  const isFarther = since < now - seconds * 1_000
  const least = isFarther ? Math.min(ofSeconds, scaleThatFits(past, { pixels: room, most: ofSeconds })) : ofSeconds
  const age = Math.max(1, now - (before[0] ?? now))
  // Nothing has happened yet that could be seen better from nearer.
  const isEmpty = before.length <= 1
  const nearest = isEmpty ? least : Math.max(width / USUAL_LEAST_SECONDS / 1_000, room / age)
  const most = Math.max(least, Math.min(closest, nearest))
  const extent = (measure: { pixelsPerMs: number; quiet?: Quiet }) => extentTo(now, { ...past, ...measure })
  const hasMore = extent({ pixelsPerMs: least }) >= room
  const isFull = hasMore || extent({ pixelsPerMs: most }) >= room
  const fitting = () => Math.max(least, scaleThatFits(past, { pixels: room, most }))
  const pixelsPerMs = hasMore ? least : isFull ? fitting() : most
  const fitsPast = (quiet: number) => extent({ pixelsPerMs, quiet: { ...usual, past: quiet } }) <= room
  const ahead = { instants: recent.slice(before.length - 1), now, width }
  const farthest = ahead.instants.at(-1) ?? now
  const fitsAhead = (quiet: number) =>
    extentTo(farthest, { ...ahead, pixelsPerMs, quiet: { ...usual, ahead: quiet } }) <= width * (1 - PRESENT) - INSET_PX
  return {
    pixelsPerMs,
    quiet: {
      past: isFull ? usual.past : largestThat(fitsPast, [usual.past, Math.max(usual.past, room)]),
      ahead: largestThat(fitsAhead, [Math.min(LEAST_AHEAD_PX, usual.ahead), usual.ahead]),
    },
  }
}

/**
 * What a view that follows the clock has in it when its span is longer than all that has happened, `past` milliseconds until now; else
 * `undefined`.
 */
export function wholePast(
  { span, centre }: Pick<View, 'span' | 'centre'>,
  past: number | undefined,
): number | undefined {
  if (past === undefined || past === 0 || centre !== undefined) return undefined
  return past < span * 1_000 ? past : undefined
}

/** Of quiet time on an axis of the width there is, the same on one of the usual width. */
export const ofUsualWidth = (quiet: Quiet | undefined, { width }: Pick<Where, 'width'>) =>
  quiet && widened(quiet, USUAL_WIDTH / width)

/** So much of the width there may be before the first thing that happened: beyond it is nothing. */
const BEFORE_ALL = 0.25

/** Later by so many pixels, or earlier, as far as there is anything. */
export function panned({ at, x, pixelsPerMs, quiet }: TimeScale, wanted: number, where: Where): View {
  const { width, instants, isCut = false, now } = where
  const farthest = isCut ? Number.NEGATIVE_INFINITY : Math.min(0, x(instants[0] ?? now) - width * BEFORE_ALL)
  const by = Math.max(wanted, farthest)
  return {
    span: width / pixelsPerMs / 1_000,
    centre: at(width / 2 + by),
    quiet: ofUsualWidth(quiet, where),
    edges: { from: at(by), to: at(width + by) },
  }
}

import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { PlannedAttemptView } from '../../../server/control/protocol/clock.ts'
import { idText } from '../../data/id-text.ts'
import { durationText, wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import { outcomeText } from '../../i18n/said.ts'
import { answeredText, lossHint, lostBy } from '../answered-text.ts'
import { forgeryTaken } from '../forgery-taken.ts'
import { answersSaid, countSaid } from './column-words.ts'
import { controlText, drillMark } from './control-text.ts'
import type { Expected } from './expected.ts'
import { foldedLines } from './folded-lines.ts'
import type { Target } from './layout.ts'
import type { Attempt, CallMark, MoveMark, PlannedPoint, RequestMark } from './marks.ts'
import { type Ceiling, mostAt, type Setting, usedAt } from './window-growth.ts'
import type { WindowMark } from './window-marks.ts'

/** What a mark says when it is pointed at: when, what, and why or what next. */
export interface TargetText {
  readonly when: string
  readonly what: string
  readonly more: readonly string[]
}

function folded(t: TFunction, lines: readonly string[], more: 'and_more' | 'and_more_requests'): string[] {
  const { said, rest } = foldedLines(lines, (line, count) => `${line} · ${t('axis.alike', { count })}`)
  return rest === 0 ? said : [...said, t(`axis.${more}`, { count: rest })]
}

/** To the millisecond, where there are any: marks stand closer than a second. */
function whenText(at: number): string {
  const { time, milliseconds } = wallClock(at, 'tokyo')
  return `${time}${milliseconds === '000' ? '' : `.${milliseconds}`} ${ZONE_NAMES.tokyo}`
}

/** From the first of several things to the last: one instant where they are of one. */
export const rangeText = (first: number, last: number): string => {
  if (first === last) return whenText(first)
  const [from, to] = [wallClock(first, 'tokyo'), wallClock(last, 'tokyo')]
  const isExact = [from, to].some(({ milliseconds }) => milliseconds !== '000')
  const text = ({ time, milliseconds }: typeof from) => (isExact ? `${time}.${milliseconds}` : time)
  const day = from.date === to.date ? '' : `${to.date} `
  return `${text(from)} – ${day}${text(to)} ${ZONE_NAMES.tokyo}`
}

const rangeOf = (instants: readonly number[]): string => {
  const ordered = instants.toSorted((one, other) => one - other)
  return rangeText(ordered[0] ?? 0, ordered.at(-1) ?? 0)
}

/** That one attempt stands for others, which are of one time only where they are. */
export function sameText(t: TFunction, { at }: Pick<Attempt, 'at'>, others: readonly Pick<Attempt, 'at'>[]): string {
  const isOfOne = others.every(other => other.at === at)
  return t(isOfOne ? 'axis.same' : 'axis.same_place', { count: others.length })
}

/** How many requests, and how they were answered where that differs. */
function manyText(t: TFunction, marks: readonly RequestMark[]): string {
  const many = t('axis.requests_many', { count: marks.length })
  const answers = answersSaid(marks, countSaid(t))
  return answers.length === 1
    ? many
    : t('axis.so_many.split', { many, answers: answers.map(({ text }) => text).join(t('axis.between')) })
}

/** A receiver, short enough for a label: the inbox by its name, another by its host and path. */
export function receiverText(url: string): string {
  const { host, pathname } = new URL(url)
  return host === INBOX_HOST ? `inbox${pathname}` : `${host}${pathname === '/' ? '' : pathname}`
}
const INBOX_HOST = 'inbox.ringback.test'

export const callName = ({ value }: CallMark): string =>
  value.external_id === null ? value.phone_number : idText(value.external_id)

export function callText(t: TFunction, mark: CallMark): string {
  const { status } = mark.value
  const state = status === 'connected' && mark.ended !== undefined ? 'ended' : status
  const talked = durationText((mark.ended ?? 0) - (mark.talks ?? 0))
  return t(`axis.call_states.${state}`, { talked })
}

/** What is still to come of a call, and when. */
const plannedStepText = (t: TFunction, { at, to }: CallMark['planned'][number]): string =>
  `${upperFirst(t(`axis.due_short.call.${to}`))} · ${whenText(at)}`

function attemptText(t: TFunction, { value, planned, outcome }: Attempt): string {
  if (planned) return whichText(t, planned, 'whole') ?? upperFirst(plannedWord(t, planned))
  const attempt = t('axis.attempt', { attempt: value.attempt_count })
  const said = `${attempt} · ${outcomeText(t, { status_code: value.last_status_code, error: value.last_error })}`
  const taken = forgeryTaken(value)
  if (taken !== undefined) return `${said} · ${t(`delivery_status.${taken}`)}`
  return outcome === 'given_up' ? `${said} · ${t('axis.given_up')}` : said
}

function moveText(t: TFunction, { from, to, pace, paceBefore }: MoveMark): string {
  if (pace === paceBefore) return t('axis.clock_moved', { by: durationText(to - from) })
  return typeof pace === 'number' ? t('axis.pace_became.fast', { factor: pace }) : t(`axis.pace_became.${pace}`)
}

const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Its number among all attempts of its delivery, as everywhere: what was made beside the schedule makes it one of so many more. */
function countedAs({ attempt }: PlannedAttemptView, { number, of }: { number: number; of: number }) {
  return { number: attempt, of: attempt - number + of }
}

/** What a call is called: its id in the CRM, otherwise its number. */
const nameIn = <Phone extends string | null>(of: {
  external_id: string | null
  phone_number: Phone
}): string | Phone => (of.external_id === null ? of.phone_number : idText(of.external_id))

/** The same of the call that something planned is about; `undefined` where it is about none. */
export function plannedFor(row: Expected): string | undefined {
  return row.kind === 'call' || row.kind === 'call_ai' || row.kind === 'attempt'
    ? (nameIn(row) ?? undefined)
    : undefined
}

export const eventOf = (t: TFunction, row: PlannedAttempt): string => {
  const event = row.forged === null ? row.event : t('webhooks.forged_event', { event: row.event })
  const call = nameIn(row)
  return call === null ? event : t('axis.due.of_call', { event, call })
}

/** Whether it comes only if all attempts before it fail. */
const isConditional = ({ only_if }: Expected) => only_if === 'attempts_fail'

/** Which attempt of its delivery, and under which condition, where there is one; `undefined` of what is sent once. In short, one that is certain is told from one that is not. */
export function whichText(t: TFunction, row: PlannedAttempt, length: Length): string | undefined {
  const { scheduled, forged } = row
  if (forged !== null || scheduled === null) return undefined
  // Where no other follows, it is none of so many.
  if (row.isTaken) return t('axis.due.which_alone', { attempt: row.attempt })
  const figures = countedAs(row, scheduled)
  if (!isConditional(row)) return t('axis.due.which', figures)
  return t(length === 'whole' ? 'axis.due.which_if_all' : 'axis.due.which_if', figures)
}

export type PlannedAttempt = Extract<Expected, { kind: 'attempt' }>
/** `short`: for a button among others. */
type Length = 'whole' | 'short'

/** In short, where all deliveries that are planned go to one receiver, which need not be named. */
export function plannedTextToOne(t: TFunction, row: Expected): string {
  const which = row.kind === 'attempt' ? whichText(t, row, 'short') : undefined
  return row.kind === 'attempt' && which !== undefined
    ? t('axis.due.attempt_to_one', { which, event: eventOf(t, row) })
    : plannedText(t, row, 'short')
}

/** What is to come, in words of the service: never the name of a job. */
export function plannedText(t: TFunction, row: Expected, length: Length = 'whole'): string {
  switch (row.kind) {
    case 'call':
      return t(`axis.due.call.${row.to}`, { call: nameIn(row) })
    case 'call_ai':
      return t('axis.due.call_ai', { call: nameIn(row) })
    case 'attempt': {
      const which = whichText(t, row, length)
      const what = { event: eventOf(t, row), to: receiverText(row.url) }
      return which === undefined ? t('axis.due.sent', what) : t('axis.due.attempt', { which, ...what })
    }
    case 'tokyo_day':
      return t('axis.due.tokyo_day')
    default:
      return t(`axis.due.${row.kind}`, {
        tenants: [...new Set(row.resets.map(({ tenant }) => tenant))].join(t('axis.between')),
      })
  }
}

/** The same in a few words, for where it stands among other things. */
export function plannedWord(t: TFunction, row: Expected): string {
  if (row.kind === 'call') return t(`axis.due_short.call.${row.to}`)
  if (row.kind !== 'attempt') return t(`axis.due_short.${row.kind}`)
  if (row.forged !== null) return t('axis.due_short.forged')
  const { scheduled } = row
  if (scheduled === null) return t('axis.due_short.sent')
  // Where no other follows, it is none of so many.
  return row.isTaken
    ? t('axis.attempt', { attempt: row.attempt })
    : t(isConditional(row) ? 'axis.due_short.attempt_if' : 'axis.due_short.attempt', countedAs(row, scheduled))
}

export function pointTexts(t: TFunction, { rows }: PlannedPoint, length: Length = 'whole'): string[] {
  return folded(
    t,
    rows.map(row => plannedText(t, row, length)),
    'and_more',
  )
}

/** More kinds of things than this are a number where one line has to say it. */
const MOST_KINDS = 2

/** The same in one short line: what differs only in whom it is for is one kind, and how many there are. */
export function pointSummary(t: TFunction, point: PlannedPoint): string {
  const { rows } = point
  const texts = pointTexts(t, point, 'short')
  if (texts.length === 1) return texts[0]!
  const kinds = [...Map.groupBy(rows, row => plannedWord(t, row))]
  const said = kinds
    .slice(0, MOST_KINDS)
    .map(([word, { length, 0: only }]) =>
      length === 1 && only !== undefined
        ? plannedText(t, only, 'short')
        : t('axis.planned_many', { what: upperFirst(word), count: length }),
    )
  const rest = kinds.slice(MOST_KINDS).reduce((sum, [, { length }]) => sum + length, 0)
  return [...said, ...(rest > 0 ? [t('axis.and_more', { count: rest })] : [])].join(t('live.and_also'))
}

/** To the second: a pointer is no more exact than that. */
const secondText = (at: number) => whenText(Math.floor(at / 1_000) * 1_000)

const settingText = (t: TFunction, { at, from, to, most }: Setting): string =>
  t(most > Math.max(from, to) ? 'axis.set_by_hand_over' : 'axis.set_by_hand', {
    from: from.toLocaleString('en'),
    to: to.toLocaleString('en'),
    most: most.toLocaleString('en'),
    time: wallClock(at, 'tokyo').time,
  })

/** That its limit was changed, by an instant of it. */
function changeTexts(t: TFunction, { most, mostBefore = [] }: Ceiling, by: number): string[] {
  const said = (limit: number | null) => limit?.toLocaleString('en') ?? t('axis.unlimited')
  return mostBefore.flatMap(({ until, most: from }, index) => {
    const to = index + 1 < mostBefore.length ? mostBefore[index + 1]!.most : most
    if (until > by || from === to) return []
    return t('axis.limit_changed', { from: said(from), to: said(to), time: wallClock(until, 'tokyo').time })
  })
}

/** Of which time a window is: of a day its date. */
export const windowRange = ({ limit, from, to }: Pick<WindowMark, 'limit' | 'from' | 'to'>): string =>
  limit === 'day' || limit === 'webhook_sends'
    ? `${wallClock(from, 'tokyo').date} ${ZONE_NAMES.tokyo}`
    : `${whenText(from)} – ${whenText(to)}`

/** What was used of a window, as a whole or by an instant in it; what somebody set of it is said apart. */
export function windowText(t: TFunction, mark: WindowMark, at?: number): TargetText {
  const { tenant, limit, from, to, growth } = mark
  const range = windowRange(mark)
  // Of sends it is known to the minute how they grew, which says too little of an instant.
  const isKnown = growth !== undefined && limit !== 'webhook_sends'
  const isWithin = at !== undefined && isKnown && at >= from && at < to
  const used = isWithin ? usedAt(growth, at) : mark.used
  const most = isWithin ? mostAt(mark, at) : mark.most
  const figures = { limit: t(`axis.limits.${limit}`), used: used.toLocaleString('en') + (mark.isAtLeast ? '+' : '') }
  const of =
    most === null
      ? t('axis.window_used', figures)
      : t('axis.window_of', { ...figures, most: most.toLocaleString('en') })
  const set = mark.settings.filter(setting => !isWithin || setting.at <= at).map(setting => settingText(t, setting))
  const refused =
    mark.refused === 0 || (isWithin && most !== null && used < most)
      ? []
      : [t(isWithin ? 'axis.refused_in_all' : 'axis.refused', { count: mark.refused })]
  const about =
    limit === 'webhook_sends'
      ? [t('axis.send_is')]
      : growth === undefined && mark.used > 0
        ? [t('axis.growth_unknown')]
        : []
  const changed = changeTexts(t, mark, isWithin ? at : to)
  const more = [...folded(t, set, 'and_more'), ...changed, ...refused, ...about]
  if (isWithin) return { when: secondText(at), what: `${tenant} · ${of}`, more: [range, ...more] }
  return { when: range, what: `${tenant} · ${of}`, more }
}

/** The same with what a click does. */
const opening = (t: TFunction, { more, ...text }: TargetText): TargetText => ({
  ...text,
  more: [...more, t('axis.opens_window')],
})

/** For how long its answer was held back, in real time, where it was. */
const heldText = (t: TFunction, { until, value: { left_ms } }: RequestMark): string | undefined =>
  until === undefined || left_ms === null ? undefined : t('axis.held_for', { for: durationText(left_ms) })

/** Says what a place of the axis stands for; of a window also what was true of it at an instant. */
export function useTargetText(): (target: Target, at?: number) => TargetText {
  const { t } = useTranslation()
  return (target, at) => {
    switch (target.kind) {
      case 'requests': {
        const lines = target.marks.map(({ value }) => {
          const { method, path, code, origin } = value
          const said = [answeredText(t, value), ...(code === null || lostBy(value) !== null ? [] : [code])].join(' ')
          return [`${method} ${path}`, said, ...(origin === 'client' ? [] : [t(`origins.${origin}`)])].join(' · ')
        })
        const [first = ''] = lines
        const when = rangeText(target.marks[0]?.at ?? 0, target.marks.at(-1)?.at ?? 0)
        const [only] = target.marks
        if (lines.length === 1)
          return {
            when,
            what: first,
            more: only ? [lossHint(t, only.value) ?? [], heldText(t, only) ?? []].flat() : [],
          }
        return {
          when,
          what: manyText(t, target.marks),
          more: [...folded(t, lines, 'and_more_requests'), t('axis.calls_list')],
        }
      }
      case 'calls':
        return {
          when: rangeOf(target.marks.map(({ from }) => from)),
          what: t('axis.calls_many', { count: target.marks.length }),
          more: [
            ...folded(
              t,
              target.marks.map(mark => `${callName(mark)} · ${callText(t, mark)}`),
              'and_more',
            ),
            t('axis.calls_list'),
          ],
        }
      case 'call':
        return {
          when: whenText(target.mark.from),
          what: `${callName(target.mark)} · ${callText(t, target.mark)}`,
          more: [...target.mark.planned.map(step => plannedStepText(t, step)), target.mark.value.staff_name],
        }
      case 'ready': {
        const call = callName(target.mark)
        return { when: whenText(target.mark.ready ?? 0), what: t('axis.due.call_ai', { call }), more: [] }
      }
      case 'attempt': {
        const { planned, value } = target.mark
        const { event, url, forged, fault } = value
        const isForged = forged !== null
        const name = planned ? eventOf(t, planned) : isForged ? t('webhooks.forged_event', { event }) : event
        return {
          when: rangeOf([target.mark, ...(target.same ?? [])].map(({ at }) => at)),
          what: `${name} → ${receiverText(url)}`,
          more: [
            attemptText(t, target.mark),
            ...(forged === null ? [] : [upperFirst(t(`webhooks.forged_${forged}`))]),
            ...(fault === null ? [] : [upperFirst(t('webhooks.of_fault', { id: fault }))]),
            ...(target.same === undefined ? [] : [sameText(t, target.mark, target.same)]),
          ],
        }
      }
      case 'dropped': {
        const { event, reason } = target.mark.value
        return {
          when: whenText(target.mark.at),
          what: `${event} · ${t('axis.not_delivered')}`,
          more: [t(`ledger_reasons.${reason}`)],
        }
      }
      case 'control': {
        const { at: from, until, acts, value } = target.mark
        if (acts === undefined || until === undefined)
          return { when: whenText(from), what: controlText(t, value), more: [] }
        const isOn = until === Number.POSITIVE_INFINITY
        return {
          when: isOn ? `${whenText(from)} –` : rangeText(from, until),
          what: drillMark(t, value),
          more: acts.map(act => controlText(t, act.value)),
        }
      }
      case 'move':
        return { when: whenText(target.mark.at), what: moveText(t, target.mark), more: [] }
      case 'window':
        return opening(t, windowText(t, target.mark, at))
      case 'setting': {
        const { mark, setting } = target
        const what = `${mark.tenant} · ${t(`axis.limits.${mark.limit}`)} · ${settingText(t, setting)}`
        return opening(t, { when: whenText(setting.at), what, more: [windowRange(mark)] })
      }
      case 'midnight':
        return {
          when: `${wallClock(target.at, 'tokyo').date} ${whenText(target.at)}`,
          what: t('axis.midnight'),
          more: [t('axis.midnight_about')],
        }
      case 'planned':
        return { when: whenText(target.point.at), what: t('axis.planned'), more: pointTexts(t, target.point) }
    }
  }
}

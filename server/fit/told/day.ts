import {
  apart,
  askedOn,
  busiestMinuteOf,
  DAY_MS,
  minutesText,
  pathOf,
  STRETCH_MS,
  secondsText,
  sinceMidnight,
  ticksOf,
  topOf,
} from '../../contract/day-curve.ts'
import { figureText, isAny } from '../../contract/figure-text.ts'
import { escaped } from '../../contract/markup.ts'
import type { FitPlanReport, FitReport } from '../fit-report.ts'
import { count, onPlan, PLAN_NAME, plansOf } from './words.ts'

/** The pictures of a day, and what stands around them: figures on the left, limits on the right, hours below. */
const [WIDTH, LEFT, RIGHT, TOP, BOTTOM] = [640, 64, 236, 26, 24]
const [CURVE, MINUTES, LANE] = [200, 90, 5]
/** From the end of one picture to the beginning of the next, where its title stands. */
const BETWEEN = 46
/** Of a label, from one line to the next. */
const LINE = 16
/** So many days are all open. */
const MOST_OPEN = 2
/** Of a plan that refuses something. */
const ROW = 26
const HOURS_A_DAY = 24
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, HOURS_A_DAY]

/** From above: minute and burst share a lane, since a short wait ends both. */
const LANES = ['rate', 'quota', 'license'] as const

export const DAY_STYLE = `
details{margin:1rem 0}summary{font-weight:600;cursor:pointer}.day{margin:.6rem 0 1.2rem;overflow-x:auto}
svg{display:block;width:100%;min-width:44rem;height:auto;font:12px system-ui,sans-serif;font-variant-numeric:tabular-nums}
text{fill:var(--ink)}.end{text-anchor:end}.middle{text-anchor:middle}text.title{font-weight:600}
.tick{stroke:var(--line)}.limit{stroke:var(--ink);stroke-dasharray:4 4}.curve{fill:none;stroke:var(--curve);stroke-width:2}.minutes{fill:var(--curve)}
.met{fill:var(--no);stroke:var(--ground);stroke-width:2}.since{stroke:var(--no);stroke-dasharray:2 3}
.rate{fill:var(--late)}.quota{fill:var(--no)}.license{fill:var(--other)}
`

interface Limit {
  readonly limit: number
  readonly text: string
}

type Day = FitReport['days'][number]

const x = (at: number) => Math.round((at / DAY_MS) * WIDTH * 100) / 100

/**
 * A day of the traffic, in Tokyo: successes as they were asked for against the quotas, with the place where each was used up; the busiest minutes
 * against the limits of a minute; when each plan refuses something. All days are drawn to one scale.
 */
function dayFigure(report: FitReport, day: Day): string {
  const curve = curvePart(report, day)
  const minutes = minutesPart(report, day)
  const refusals = refusalsPart(report, day)
  const [minutesAt, refusalsAt] = [CURVE + BETWEEN, CURVE + BETWEEN + MINUTES + BETWEEN]
  const bottom = refusals.height === 0 ? minutesAt + MINUTES : refusalsAt + refusals.height
  const hours = HOURS.map(
    hour =>
      `<text class="middle" x="${(hour / HOURS_A_DAY) * WIDTH}" y="${bottom + 18}">${String(hour).padStart(2, '0')}:00</text>`,
  )
  const quarters = [6, 12, 18].map(hour => {
    const at = (hour / HOURS_A_DAY) * WIDTH
    return `<line class="tick" x1="${at}" x2="${at}" y1="0" y2="${bottom}"/>`
  })
  const since = usedUp(report, day.day).map(
    ({ at }) => `<line class="since" x1="${x(at)}" x2="${x(at)}" y1="0" y2="${bottom}"/>`,
  )
  const moved = (part: string, by: number) => `<g transform="translate(0 ${by})">${part}</g>`
  const drawing = [
    ...quarters,
    ...since,
    curve,
    moved(minutes, minutesAt),
    refusals.height === 0 ? '' : moved(refusals.part, refusalsAt),
    ...hours,
  ]
  const view = `${-LEFT} ${-TOP} ${LEFT + WIDTH + RIGHT} ${TOP + bottom + BOTTOM}`
  const label = escaped(saidOf(report, day))
  return `<div class="day" tabindex="0" role="group" aria-label="${day.day}"><svg viewBox="${view}" role="img" aria-label="${label}">${drawing.join('')}</svg></div>`
}

/** Of several days, the others than the busiest are closed, since they mostly look like it; on paper they are all open. */
export function daysPart(report: FitReport): string {
  const [busiest] = report.days.toSorted((one, other) => askedOn(other) - askedOn(one))
  return report.days
    .map(day => {
      const open = report.days.length <= MOST_OPEN || day === busiest ? ' open' : ''
      return `<details${open}><summary>${escaped(captionOf(report, day))}</summary>\n${dayFigure(report, day)}</details>`
    })
    .join('\n')
}

function captionOf({ by_day }: FitReport, { day }: Day): string {
  const asked = by_day.find(one => one.day === day)?.asked ?? 0
  return `${day}, Tokyo: ${figureText(asked)} ${asked === 1 ? 'success' : 'successes'} asked for`
}

const refusedOf = ({ by_day }: FitPlanReport, day: string) => by_day.find(one => one.day === day)?.refused ?? 0

/** What the picture shows, for those who do not see it. */
function saidOf(report: FitReport, found: Day): string {
  const { day } = found
  const plans = plansOf(report).flatMap(([plan, one]) => {
    const refused = refusedOf(one, day)
    return isAny(refused) ? [`${figureText(refused)} refused ${onPlan(plan)}`] : []
  })
  const used = usedUp(report, day).map(
    ({ plan, span }) => `the daily quota is used up ${onPlan(plan)} at ${secondsText(span)}`,
  )
  return [captionOf(report, found), ...plans, ...used].join('; ')
}

/** When on a day the quota of each plan is used up: of the traffic as it stands, to be drawn, and over all that was tried, to be told. */
const usedUp = (report: FitReport, day: string) =>
  plansOf(report).flatMap(([plan, { days_exhausted, by_day, limits }]) =>
    days_exhausted
      .filter(one => one.day === day)
      .map(({ tokyo }) => ({
        plan,
        limit: limits.per_day,
        at: sinceMidnight(tokyo),
        span: by_day.find(one => one.day === day)?.used_up ?? { from: { tokyo }, to: { tokyo } },
      })),
  )

/** The limits of the plans, the smallest first, with their names; plans that have the same one share it. */
function limitsOf(
  report: FitReport,
  name: 'per_day' | 'per_minute',
  more: (limit: number) => string = () => '',
): Limit[] {
  const per = name === 'per_day' ? 'a day' : 'a minute'
  return [...Map.groupBy(plansOf(report), ([, { limits }]) => limits[name])]
    .map(([limit, plans]) => ({
      limit,
      text: `${plans.map(([plan]) => PLAN_NAME[plan]).join(', ')}: ${count(limit)} ${per}${more(limit)}`,
    }))
    .sort((one, other) => one.limit - other.limit)
}

const title = (text: string) => `<text class="title" x="0" y="-10">${escaped(text)}</text>`

/** Round figures on the left and the limits on the right, each with its line; limits that lie higher than the picture stand at its top. */
function frame(limits: readonly Limit[], { top, height }: { top: number; height: number }): string {
  const y = (figure: number) => Math.round(height - (figure / top) * height)
  const line = (name: string, at: number) => `<line class="${name}" x2="${WIDTH}" y1="${at}" y2="${at}"/>`
  const label = (text: string, at: number) => `<text x="${WIDTH + 8}" y="${at + 4}">${escaped(text)}</text>`
  const ticks = ticksOf(top).map(
    tick => `${line('tick', y(tick))}<text class="end" x="-8" y="${y(tick) + 4}">${count(tick)}</text>`,
  )
  const isWithin = ({ limit }: Limit) => limit <= top
  const above = limits.filter(limit => !isWithin(limit))
  // Lowest first; those above the picture begin at its top.
  const heights = [
    ...limits.filter(isWithin).map(({ limit }) => y(limit)),
    ...above.map((_, index) => (above.length - 1 - index) * LINE),
  ]
  const places = apart(heights, LINE)
  const lines = limits.map((one, index) =>
    isWithin(one)
      ? line('limit', y(one.limit)) + label(one.text, places[index] ?? 0)
      : label(`↑ ${one.text}`, places[index] ?? 0),
  )
  return [...ticks, ...lines].join('')
}

function curvePart(report: FitReport, day: Day): string {
  const met = usedUp(report, day.day)
  const times = (limit: number) => [
    ...new Set(met.filter(one => one.limit === limit).map(({ span }) => minutesText(span))),
  ]
  const limits = limitsOf(report, 'per_day', limit =>
    times(limit).length === 0 ? '' : `, used up at ${times(limit).join(' and ')}`,
  )
  const top = topOf(
    Math.max(...report.days.map(askedOn)),
    limits.map(({ limit }) => limit),
  )
  const path = pathOf(day.points, { top, width: WIDTH, height: CURVE })
  const marks = met.map(
    ({ at, limit }) => `<circle class="met" r="6" cx="${x(at)}" cy="${Math.round(CURVE - (limit / top) * CURVE)}"/>`,
  )
  return `${title('Successes asked for since midnight')}${frame(limits, { top, height: CURVE })}<path class="curve" d="${path}"/>${marks.join('')}`
}

function minutesPart(report: FitReport, day: Day): string {
  const limits = limitsOf(report, 'per_minute')
  const top = topOf(
    Math.max(...report.days.map(busiestMinuteOf)),
    limits.map(({ limit }) => limit),
  )
  const bars = day.busiest_minutes.map(([at, requests]) => {
    const height = (requests / top) * MINUTES
    return `<rect x="${x(at)}" y="${(MINUTES - height).toFixed(2)}" width="${x(STRETCH_MS)}" height="${height.toFixed(2)}"/>`
  })
  return `${title('Requests in the busiest minute of every ten')}${frame(limits, { top, height: MINUTES })}<g class="minutes">${bars.join('')}</g>`
}

/** A row for each plan that refuses something on the day, in each a lane for each kind. */
function refusalsPart(report: FitReport, { day }: Day): { part: string; height: number } {
  const rows = plansOf(report).flatMap(([plan, found]) => {
    const points = found.refused_when.find(one => one.day === day)?.points ?? []
    return points.length === 0 ? [] : [{ name: PLAN_NAME[plan], points, refused: refusedOf(found, day) }]
  })
  const drawn = rows.map(({ name, points, refused }, index) => {
    const marks = points.flatMap(([at, minute, burst, quota, license]) =>
      [minute + burst, quota, license].flatMap((some, lane) =>
        some === 0
          ? []
          : [
              `<rect class="${LANES[lane]}" x="${x(at)}" y="${lane * (LANE + 1)}" width="${x(STRETCH_MS)}" height="${LANE}"/>`,
            ],
      ),
    )
    const ground = LANES.length * (LANE + 1)
    return `<g transform="translate(0 ${index * ROW})"><text class="end" x="-8" y="12">${name}</text><line class="tick" x2="${WIDTH}" y1="${ground}" y2="${ground}"/>${marks.join('')}<text x="${WIDTH + 8}" y="12">${figureText(refused)} refused</text></g>`
  })
  const part = `${title('Refused in each ten minutes: top lane by the minute or the burst limit, middle by the daily quota, bottom by the licence')}${drawn.join('')}`
  return { part, height: rows.length * ROW }
}

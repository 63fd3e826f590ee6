import { apart, pathOf, ticksOf, topOf } from '../contract/day-curve.ts'
import { escaped } from '../contract/markup.ts'
import { DEFAULT_LIMITS, PLANS } from '../contract/plans.ts'
import type { FitReport } from '../fit/fit-report.ts'

/** The picture of the day itself, and what stands around it: figures on the left, quotas on the right, hours below. */
const [WIDTH, HEIGHT] = [640, 220]
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 236, 12, 26]
/** Of a label, from one line to the next. */
const LINE = 16
const HOURS_A_DAY = 24
const HOURS = [0, 6, 12, 18, HOURS_A_DAY]

/** The quotas, the smallest first, with their names; plans that have the same one share it. */
const QUOTAS = [
  ...Map.groupBy([...Object.entries(PLANS), ['no plan', DEFAULT_LIMITS] as const], ([, plan]) => plan.per_day),
]
  .map(([limit, plans]) => ({
    limit,
    text: `${plans.map(([name]) => name).join(', ')}: ${limit.toLocaleString('en')} a day`,
  }))
  .sort((one, other) => one.limit - other.limit)
const LIMITS = QUOTAS.map(({ limit }) => limit)

export const DAY_STYLE = `
figure{margin:1.5rem 0}svg{width:100%;height:auto;font:12px system-ui,sans-serif;font-variant-numeric:tabular-nums}
text{fill:var(--ink)}.end{text-anchor:end}.middle{text-anchor:middle}
.tick{stroke:var(--line)}.quota{stroke:var(--ink);stroke-dasharray:4 4}.curve{fill:none;stroke:var(--curve);stroke-width:2}
`

/** A day's successes as they were asked for, in Tokyo, against what each plan allows in a day. */
export function dayFigure({ day, points }: FitReport['days'][number]): string {
  const most = points.at(-1)?.[1] ?? 0
  const top = topOf(most, LIMITS)
  const y = (count: number) => Math.round(HEIGHT - (count / top) * HEIGHT)
  const line = (name: string, at: number) => `<line class="${name}" x2="${WIDTH}" y1="${at}" y2="${at}"/>`
  const label = (text: string, at: number) => `<text x="${WIDTH + 8}" y="${at + 4}">${escaped(text)}</text>`
  const ticks = ticksOf(top).map(
    tick => `${line('tick', y(tick))}<text class="end" x="-8" y="${y(tick) + 4}">${tick.toLocaleString('en')}</text>`,
  )
  const hours = HOURS.map(
    hour =>
      `<text class="middle" x="${(hour / HOURS_A_DAY) * WIDTH}" y="${HEIGHT + 18}">${String(hour).padStart(2, '0')}:00</text>`,
  )
  const within = QUOTAS.filter(({ limit }) => limit <= top)
  const places = apart(
    within.map(({ limit }) => y(limit)),
    LINE,
  )
  const quotas = within.map(({ limit, text }, index) => line('quota', y(limit)) + label(text, places[index] ?? 0))
  // Those that lie higher than the picture stand at its top.
  const above = QUOTAS.filter(({ limit }) => limit > top)
    .toReversed()
    .map(({ text }, index) => label(`↑ ${text}`, index * LINE))
  const said = `${day}, Tokyo: ${most.toLocaleString('en')} successes asked for`
  const path = pathOf(points, { top, width: WIDTH, height: HEIGHT })
  return `<figure><figcaption>${escaped(said)}</figcaption>
<svg viewBox="${-LEFT} ${-TOP} ${LEFT + WIDTH + RIGHT} ${TOP + HEIGHT + BOTTOM}" role="img" aria-label="${escaped(said)}">${[...ticks, ...hours, ...quotas, ...above].join('')}<path class="curve" d="${path}"/></svg></figure>`
}

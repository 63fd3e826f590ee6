import { useElementSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import type { FindingView } from '../../../server/control/protocol/verdicts.ts'
import { saidDurationText, wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import classes from './lane-diagram.module.css'
import { apart, countedEarly, type LaneMark, type Lanes, lanesOf, realSecondsOf, type Scale, widthOf } from './lanes.ts'

/** Pixels. The lanes begin beside their names, which take at least so much, with a distance from what is longer. */
const [NAMES, AFTER_NAMES] = [84, 6]
const MARGIN = 30
const ARROW = 22
const EMULATED = 52
const REAL = 128
const HEIGHT = 158
/** What the lowest arrow has above it without a row of its own, and what is left out where there is none. */
const [ABOVE, NO_ARROWS] = [18, 28]
/** Arrows of requests that came early; more would hide each other. */
const MOST_ARROWS = 3
/** How much larger it is on a slide, which is read from the back of a room. */
const ON_SLIDE = 1.3
/** Half the name of a request, with what keeps it from another. */
const HALF_NAME = 20
/** Half a mark, and the distance of the name of a wait from its end. */
const [MARK, WAIT_END] = [8, 8]
/** Least distance of two names. */
const NAME_GAP = 7
/** What the name of a wait takes beside a tear, and in height where it stands above its band. */
const [BESIDE_TEAR, RAISED] = [12, 18]

interface Props {
  finding: Pick<FindingView, 'evidence' | 'figures' | 'evidence_total' | 'came_early'>
  exchanges: ReadonlyMap<string, ExchangeDetailView>
  look?: 'page' | 'slide'
}

type Shape = 'ok' | 'client_error' | 'limited' | 'failed' | 'cut' | 'unknown'

function shapeOf({ answered, of_run }: LaneMark, exchange: ExchangeDetailView | undefined): Shape {
  if (answered !== 'whole') return 'cut'
  const status = (of_run ?? exchange)?.status ?? undefined
  if (status === undefined) return 'unknown'
  if (status === 429) return 'limited'
  return status >= 500 ? 'failed' : status >= 400 ? 'client_error' : 'ok'
}

/** A request as everywhere on an axis: a tick, with an arrow head for 4xx, a bar for 429, a cross for 5xx; torn when the answer was lost. */
const SHAPES: Record<Shape, string> = {
  ok: 'M0 -11V0',
  client_error: 'M0 -11V0M-3.500 -7.500L0 -11L3.500 -7.500',
  limited: 'M0 -11V0M-4.500 -11H4.500',
  failed: 'M-3.500 -9L3.500 -2M3.500 -9L-3.500 -2',
  cut: 'M0 -12V-8M-3 -7L3 -5M0 -4V0',
  unknown: 'M0 -11V0',
}

function Mark({ x, y, shape }: { x: number; y: number; shape: Shape }) {
  return <path className={classes.mark} data-shape={shape} transform={`translate(${x} ${y})`} d={SHAPES[shape]} />
}

/** How many came early of those that the arrows are about: more than are listed, where the finding counts them. */
function earlyIn({ came_early }: Props['finding'], listed: readonly LaneMark[]): number {
  if (came_early === undefined) return listed.length
  return came_early.counted > 0 ? came_early.counted : came_early.unaware
}

/** Least distance of two marks, so that what stands below each can be read. */
function gapOf({ evidence }: Props['finding']): number {
  const began = evidence[0]?.real_us ?? 0
  const below = evidence.flatMap(({ seq, real_us }) => [`#${seq}`, saidDurationText((real_us - began) / 1_000_000)])
  return Math.max(0, ...below.map(widthOf)) + NAME_GAP
}

/** The exchanges of a finding on the emulated and on the real clock, joined one by one. */
export function LaneDiagram({ finding, exchanges, look = 'page' }: Props) {
  const { t } = useTranslation()
  const { ref, width: room } = useElementSize<HTMLDivElement>()
  const zoom = look === 'slide' ? ON_SLIDE : 1
  const width = room / zoom
  const isSilent = (finding.figures.silent_real ?? []).length > 0
  const isPart = finding.evidence_total > finding.evidence.length
  const realNote = t(isSilent ? 'client.at_least' : isPart ? 'client.in_shown' : 'client.in_all', {
    time: saidDurationText(realSecondsOf(finding)),
  })
  const names = Math.max(NAMES, widthOf(realNote) + AFTER_NAMES)
  const lanes = lanesOf(finding, {
    from: names + MARGIN,
    to: Math.max(width, 320) - MARGIN - 14,
    gap: gapOf(finding),
  })
  if (lanes === undefined) return null
  const { marks, wait, silent } = lanes
  const { emulated, real } = lanes.scale
  const { tear } = emulated
  const early = wait === undefined ? [] : countedEarly(marks)
  const arrows = early.slice(0, MOST_ARROWS)
  const others = earlyIn(finding, early) - arrows.length
  const told = wait === undefined ? '' : t('client.told_to_wait', { time: saidDurationText(wait.seconds) })
  // Between the last request of the wait, or the tear, and its end.
  const taken =
    wait === undefined
      ? []
      : [...marks.map(mark => mark.x.emulated + MARK), tear === undefined ? 0 : tear + BESIDE_TEAR]
  const isRaised = wait !== undefined && wait.x - WAIT_END - widthOf(told) < Math.max(...taken.filter(x => x < wait.x))
  const raised = isRaised ? RAISED : 0
  const rows = arrows.length + (others > 0 ? 1 : 0)
  const top = wait === undefined ? -NO_ARROWS : Math.max(0, rows * ARROW + raised - ABOVE)
  const right = Math.max(width, 320)
  const end = right - 10
  const [first] = marks
  const times = marks.map(({ real }) => saidDurationText(real))
  const timed = apart(
    marks.map(({ x }, index) => ({ x: x.real, width: widthOf(times[index] ?? '') })),
    NAME_GAP,
  )
  const named = apart(
    marks.map(({ x, seq }) => ({ x: x.emulated, width: widthOf(`#${seq}`) })),
    NAME_GAP,
  )
  const began = Date.parse(finding.evidence[0]?.at ?? '')
  const started = wallClock(began, 'tokyo')
  const ends = wallClock(began + (wait?.seconds ?? 0) * 1_000, 'tokyo')
  const ended = `${ends.date === started.date ? '' : `${ends.date.slice('yyyy-'.length)} `}${ends.time} ${ZONE_NAMES.tokyo}`
  // Where the wait ends, as far as there is room to the right of it.
  const endedAt = Math.min(wait?.x ?? 0, right - widthOf(ended) / 2)
  const said = t('client.lanes_of', {
    exchanges: marks.map(({ seq }) => `#${seq}`).join(t('client.between')),
    emulated: saidDurationText(lanes.emulated),
    real: saidDurationText(lanes.real),
  })
  return (
    <div ref={ref} className={classes.lanes} style={{ minHeight: (HEIGHT + top) * zoom }}>
      {width > 0 && (
        <svg
          width={room}
          height={(HEIGHT + top) * zoom}
          viewBox={`0 0 ${width} ${HEIGHT + top}`}
          role="img"
          aria-label={said}
        >
          <g transform={`translate(0 ${top})`}>
            <LaneName
              y={EMULATED}
              name={t('client.emulated')}
              note={`${started.time} ${ZONE_NAMES.tokyo}`}
              scale={emulated}
            />
            <LaneName y={REAL} name={t('client.real')} note={realNote} scale={real} />
            {wait !== undefined && first !== undefined && (
              <g className={classes.wait}>
                <rect x={first.x.emulated} y={EMULATED - 20} width={wait.x - first.x.emulated} height={20} />
                <path d={`M${wait.x} ${EMULATED - 26}V${EMULATED + 4}`} />
                <text x={wait.x - WAIT_END} y={EMULATED - (isRaised ? 29 : 6)} textAnchor="end">
                  {told}
                </text>
                {marks.every(({ x }) => Math.abs(x.emulated - endedAt) > widthOf(ended) / 2 + HALF_NAME) && (
                  <text className={classes.after} x={endedAt} y={EMULATED + 15} textAnchor="middle">
                    {ended}
                  </text>
                )}
              </g>
            )}
            {wait !== undefined &&
              arrows.map((mark, index) => (
                <EarlyArrow
                  key={mark.seq}
                  from={mark.x.emulated}
                  to={wait.x}
                  y={EMULATED - 34 - raised - index * ARROW}
                  text={t('client.is_early', {
                    seq: mark.seq,
                    time: saidDurationText(mark.early ?? 0, wait.seconds),
                  })}
                />
              ))}
            {wait !== undefined && others > 0 && (
              // Of no mark that has an arrow.
              <text x={wait.x} y={EMULATED - 40 - raised - arrows.length * ARROW} textAnchor="end">
                {t('client.more_early', { count: others })}
              </text>
            )}
            <path className={classes.line} d={`M${names} ${EMULATED}H${end}M${names} ${REAL}H${end}`} />
            <Silent from={marks.at(-1)?.x.emulated} silent={silent.emulated} y={EMULATED} isBelow />
            <Silent from={marks.at(-1)?.x.real} silent={silent.real} y={REAL} />
            <Tear at={tear} y={EMULATED} />
            <Tear at={real.tear} y={REAL} />
            {marks.map((mark, index) => {
              const shape = shapeOf(mark, exchanges.get(mark.request_id))
              const { emulated, real } = mark.x
              return (
                <g key={mark.seq}>
                  <path
                    className={classes.join}
                    d={`M${emulated} ${EMULATED + 20}C${emulated} ${EMULATED + 40} ${real} ${REAL - 42} ${real} ${REAL - 14}`}
                  />
                  <Mark x={emulated} y={EMULATED} shape={shape} />
                  <Mark x={real} y={REAL} shape={shape} />
                  {named[index] && (
                    <text className={classes.seq} x={emulated} y={EMULATED + 15} textAnchor="middle">
                      #{mark.seq}
                    </text>
                  )}
                  {timed[index] && (
                    <text className={classes.after} x={real} y={REAL + 15} textAnchor="middle">
                      {times[index]}
                    </text>
                  )}
                </g>
              )
            })}
          </g>
        </svg>
      )}
    </div>
  )
}

/** For how long nothing came, on one lane: below it where the wait that was asked for stands above. */
function Silent({
  from,
  silent,
  y,
  isBelow,
}: {
  from: number | undefined
  silent: Lanes['silent']['real']
  y: number
  isBelow?: boolean
}) {
  const { t } = useTranslation()
  if (silent === undefined || from === undefined) return null
  const at = isBelow ? y + 24 : y
  return (
    <g className={classes.silent}>
      <path d={`M${from + MARK} ${at - 6}H${silent.x}M${silent.x} ${at - 14}V${at + 4}`} />
      <text x={silent.x - WAIT_END} y={isBelow ? at + 10 : at + 15} textAnchor="end">
        {t('client.silent', { time: saidDurationText(silent.seconds) })}
      </text>
    </g>
  )
}

/** What a lane is of, and that distances on it are not in proportion. */
function LaneName({ y, name, note, scale }: { y: number; name: string; note: string; scale: Scale }) {
  const { t } = useTranslation()
  return (
    <>
      <text className={classes.lane_name} x={0} y={y - 6}>
        {name}
      </text>
      <text className={classes.after} x={0} y={y + 9}>
        {note}
      </text>
      {!scale.isTrue && (
        <text className={classes.after} x={0} y={y + 23}>
          {t('client.not_to_scale')}
        </text>
      )}
    </>
  )
}

/** Where a lane leaves out of sight how long it was. */
function Tear({ at, y }: { at: number | undefined; y: number }) {
  if (at === undefined) return null
  return (
    <g className={classes.tear} data-tear="" transform={`translate(${at} ${y})`}>
      <path d="M-6 6l5 -32h7l-5 32z" stroke="none" />
      <path d="M-6 6l5 -32M1 6l5 -32" />
    </g>
  )
}

function EarlyArrow({ from, to, y, text }: { from: number; to: number; y: number; text: string }) {
  return (
    <g className={classes.early}>
      <path d={`M${from} ${EMULATED - 14}V${y}`} strokeDasharray="2 2" />
      <path d={`M${from} ${y}H${to}M${to - 4} ${y - 3.5}L${to} ${y}L${to - 4} ${y + 3.5}`} />
      <text x={(from + to) / 2} y={y - 6} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}

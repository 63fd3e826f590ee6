import { useComputedColorScheme } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { waitText } from '../../data/time-text.ts'
import { useTimesLeft } from '../../data/world.tsx'
import { useShown } from '../../routing/use-present.ts'
import { LIGHT, type Meaning } from '../../theme/palette.ts'
import { useStageScale } from '../stage-scale.ts'
import classes from './axis.module.css'
import { countSaid } from './column-words.ts'
import { controlMark, drillMark } from './control-text.ts'
import { zoomOf } from './css-zoom.ts'
import type { Picture } from './layout.ts'
import { type Colours, type Paint, textIn } from './paint.ts'
import { paintCalls } from './paint-calls.ts'
import { paintClock } from './paint-clock.ts'
import {
  paintGround,
  paintLeftOut,
  paintMidnights,
  paintNow,
  paintRuler,
  paintTears,
  paintUnread,
} from './paint-ground.ts'
import { joinsOf, paintJoins, paintLit } from './paint-lit.ts'
import { paintRequests } from './paint-requests.ts'
import { paintWebhooks } from './paint-webhooks.ts'
import { paintWindows } from './paint-windows.ts'
import type { Link } from './related.ts'
import { labelsOf } from './ruler.ts'
import { callName } from './target-text.ts'
import { useDrawn } from './use-drawn.ts'

const NAMES = Object.keys(LIGHT) as (keyof Meaning)[]
/** What the flag of the playhead takes of the ruler to either side: of one that goes on, and of one that says that it stands. */
const FLAG_PX = { moving: 42, still: 74 }

interface Look {
  readonly colours: Colours
  readonly family: string
}

/** Read once a scheme: to ask for a style makes the browser bring all of them up to date, which takes longer than the whole drawing. */
function lookOf(element: Element): Look {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(`--rb-${name.replaceAll('_', '-')}`)
  const colours = Object.fromEntries(NAMES.map(name => [name, read(name)])) as Colours
  return { colours, family: style.fontFamily }
}

interface Props {
  picture: Picture
  lit: readonly Link[]
  chosen: string | undefined
  /** Whether it shows an instant that is over, and counts from that one. */
  isStill: boolean
}

/** The drawing. It says nothing to a screen reader: the plane around it tells of the mark under the keys, and the list below of all. */
export function AxisCanvas({ picture, lit, chosen, isStill }: Props) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme('light')
  const shown = useShown()
  const scale = useStageScale()
  const worn = useRef<Look & { scheme: string }>(undefined)
  const timeLeft = useTimesLeft(isStill ? undefined : (picture.planned[0]?.point.at ?? picture.beyond))
  const midnight = t(picture.geometry.look === 'full' ? 'axis.midnight' : 'axis.midnight_short')
  const draw = () => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const { look } = picture.geometry
    const ratio = devicePixelRatio * zoomOf(element)
    // Setting a size also clears the canvas, which costs more than to paint over it.
    if (element.width !== Math.round(width * ratio)) element.width = Math.round(width * ratio)
    if (element.height !== Math.round(height * ratio)) element.height = Math.round(height * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    if (worn.current?.scheme !== scheme) worn.current = { ...lookOf(element), scheme }
    const { colours, family } = worn.current
    const paint: Paint = { context, colours, family, lit, chosen }
    textIn(paint, { size: look === 'full' ? 11 : 10 })
    const measure = (text: string) => context.measureText(text).width
    const half = FLAG_PX[isStill ? 'still' : 'moving']
    const flag: [number, number] = [picture.now.x - half, picture.now.x + half]
    const left = (at: number) => (isStill ? undefined : timeLeft(at)) ?? at - picture.now.at
    const beyond = picture.beyond === undefined ? '' : waitText(left(picture.beyond))
    const labels = labelsOf(picture, {
      measure,
      midnight,
      short: look === 'full' ? [t('axis.due.tokyo_day'), t('axis.midnight_short')] : [],
      taken: look === 'full' ? [flag] : [],
      left,
      ...(look === 'full' && {
        beyond:
          picture.later === undefined
            ? [t('axis.midnight_beyond', { by: beyond }), t('axis.midnight_beyond_short', { by: beyond })]
            : [
                t('axis.later', { count: picture.later.points.length }),
                t('axis.later_words', { count: picture.later.points.length }),
                t('axis.later_short', { count: picture.later.points.length }),
              ],
      }),
    })
    paintGround(paint, picture)
    paintTears(paint, picture)
    paintUnread(paint, picture, { none: t('axis.older_not_shown'), some: t('axis.not_all_shown') })
    paintLeftOut(paint, picture, count => t('axis.left_out', { count }))
    paintMidnights(paint, picture)
    paintNow(paint, picture)
    paintWindows(paint, picture, {
      until: ({ tenant, limit }) => t(limit === 'day' ? 'axis.used_up_until' : 'axis.sends_used_up_until', { tenant }),
      untold: ({ isKept }) => t(isKept ? 'axis.windows_not_shown' : 'axis.windows_not_kept'),
      name: ({ limit }) => t(`axis.limits.${limit}`),
    })
    const joins = joinsOf(lit, picture)
    paintWebhooks(paint, picture, joins)
    paintRequests(paint, picture, countSaid(t))
    paintJoins(paint, joins)
    paintCalls(paint, picture, {
      nameOf: ({ mark }) => shown(callName(mark)),
      moreOf: count => t('axis.more_calls', { count }),
      joins,
    })
    const acts = paintClock(paint, picture, ({ value, acts }) =>
      shown(acts ? drillMark(t, value) : controlMark(t, value)),
    )
    paintRuler(paint, picture, labels)
    paintLit(paint, picture, acts)
  }
  const { width, height } = picture.geometry
  useDrawn(draw, {
    // On a larger stage it has the same pixels of its own, and is drawn with more.
    size: `${width} ${height} ${scale}`,
    of: [picture, lit, chosen, isStill, scheme, midnight, shown, timeLeft, t],
  })
  return <canvas ref={canvas} className={classes.canvas} aria-hidden style={{ width, height }} />
}

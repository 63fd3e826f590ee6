import { useElementSize, useMergedRef } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClockView, useEmulatedNow } from '../../data/world.tsx'
import classes from './axis.module.css'
import { AxisCanvas } from './axis-canvas.tsx'
import type { AxisLane } from './axis-lanes.ts'
import { AxisTip } from './axis-tip.tsx'
import { CallList } from './call-list.tsx'
import { foldText } from './fold-text.ts'
import type { Geometry } from './geometry.ts'
import { type InView, inViewOf } from './in-view.ts'
import { type Box, LATER_KEY, layOut, type Target } from './layout.ts'
import type { Marks } from './marks.ts'
import { boxOf, meantBy } from './paint-lit.ts'
import { Playhead } from './playhead.tsx'
import { relatedTo } from './related.ts'
import { type TargetText, useTargetText } from './target-text.ts'
import { tearAt } from './time-scale.ts'
import { type Cursor, type Stretch, useAxisInput } from './use-axis-input.ts'
import { FOLDING, useEmptyLanes } from './use-empty-lanes.ts'
import { movedFrom, panned, scaleOf, type View, whereOf } from './view.ts'

/** Where the first of what had no room comes to stand: what is before it is still in view, and what follows comes into it. */
const LED_TO = 0.7

const RequestList = lazy(() => import('./request-list.tsx').then(({ RequestList }) => ({ default: RequestList })))

interface Props {
  marks: Marks
  /** `empty` are the lanes on which nothing is in view. */
  geometryOf: (width: number, empty: ReadonlySet<AxisLane>) => Geometry
  view: View
  onView: (view: View) => void
  /** The key of what is open. */
  open: string | undefined
  onOpen: (target: Target) => void
  /** Beside the lanes, on the left. */
  labels?: (inView: InView, geometry: Geometry) => ReactNode
  /** Told the instants at its sides. */
  onInView?: (from: number, to: number) => void
  /** The emulated instant at which the picture stands while it is paused, in milliseconds. */
  stillAt?: number | undefined
  /** Draws nothing yet. */
  isBlank?: boolean
}

/** Whether a mark of the same kind begins where another does. */
const standsAs = (one: Box, other: Box) => one.target.kind === other.target.kind && one.left === other.left

const isSame = (one: TargetText, other: TargetText) => one.when === other.when && one.what === other.what

/** A request is meant by itself, also where it stands in a column with others. */
const isAlone = (target: Target) => target.kind === 'requests' && target.marks.length === 1

/** How far a running clock goes before it is drawn again: a pixel, and no more than a second, as the playhead tells the time. */
const stepOf = ({ span }: View, width: number) =>
  span === 0 ? 1_000 : Math.min(1_000, Math.max(1, (span * 1_000) / Math.max(1, width)))

/** A mark with where it is. */
function placeOf(boxes: readonly Box[], key: string, of: Cursor['of']): { target: Target; box: Box } | undefined {
  const box = boxOf(boxes, key)
  return box && { box, target: of === 'story' ? meantBy(box, key) : box.target }
}

/** Emulated time from left to right with everything on it, the present as a playhead, and what is planned. */
export function Axis({
  marks,
  geometryOf,
  view,
  onView: onMoved,
  open,
  onOpen,
  labels,
  onInView,
  stillAt,
  isBlank = false,
}: Props) {
  const { t } = useTranslation()
  const onView = (to: View) => onMoved(movedFrom(view, to))
  const { ref, width } = useElementSize()
  const help = useId()
  const [empty, setEmpty] = useState(FOLDING)
  const geometry = useMemo(() => geometryOf(width, empty), [geometryOf, width, empty])
  const isFrozen = useClockView()?.pace === 'frozen'
  const present = useEmulatedNow(isFrozen ? 1 : stepOf(view, width)) ?? 0
  const now = stillAt ?? present
  const where = useMemo(() => whereOf(marks, now, width), [marks, now, width])
  const picture = useMemo(
    () => layOut(marks, { scale: scaleOf(view, where), now, geometry }),
    [marks, view, where, now, geometry],
  )
  const [begins, ends] = [picture.scale.at(0), picture.scale.at(width)]
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever is told now is told of what has changed
  useEffect(() => {
    if (width > 0) onInView?.(begins, ends)
  }, [begins, ends, width])
  const inView = useMemo(() => inViewOf(picture), [picture])
  useEmptyLanes(width > 0 && !isBlank ? picture : undefined, setEmpty)
  const [cursor, setCursor] = useState<Cursor>()
  const [pointed, setPointed] = useState<Target>()
  const [pointer, setPointer] = useState<number>()
  const [fold, setFold] = useState<{ readonly x: number; readonly y: number }>()
  const [stretch, setStretch] = useState<Stretch>()
  /** The key of the mark of several calls or requests that are listed. */
  const [listed, setListed] = useState<string>()
  const { boxes } = picture
  const chosen = useMemo(() => cursor && placeOf(boxes, cursor.key, cursor.of), [boxes, cursor])
  const told = useMemo(
    () => (pointed === undefined ? chosen : placeOf(boxes, pointed.key, isAlone(pointed) ? 'story' : 'mark')),
    [boxes, pointed, chosen],
  )
  // What is open is one thing, also where it shares a column with others.
  const opened = useMemo(() => (open === undefined ? undefined : placeOf(boxes, open, 'story')), [boxes, open])
  // Something else was opened: what the pointer was on before is told of no more, and keys that were on another story go on from there.
  const [shownOpen, setShownOpen] = useState(open)
  if (open !== shownOpen) {
    setShownOpen(open)
    setPointed(undefined)
    const isOfStory = relatedTo(opened?.target, marks).some(({ key }) => key === cursor?.key)
    if (open !== undefined && cursor !== undefined && !isOfStory) setCursor({ key: open, of: 'story' })
  }
  const lit = useMemo(
    () => [...relatedTo(told?.target, marks), ...relatedTo(opened?.target, marks)],
    [told, opened, marks],
  )
  const many = listed === undefined ? undefined : boxes.find(({ target }) => target.key === listed)
  const isOfSeveral = (target: Target) =>
    target.kind === 'calls' || (target.kind === 'requests' && target.marks.length > 1)
  // What shared a mark may stand apart by now.
  if (listed !== undefined && (many === undefined || !isOfSeveral(many.target))) setListed(undefined)
  /** The list that this press of the pointer or a key has closed, by its key: the same press does not open it again. */
  const unlisted = useRef<string>(undefined)
  const beginPress = () => {
    unlisted.current = undefined
  }
  const unlist = () => {
    unlisted.current = listed
    setListed(undefined)
  }
  const openOrList = (target: Target) => {
    if (isOfSeveral(target)) setListed(target.key === unlisted.current ? undefined : target.key)
    else if (target.kind === 'planned' && target.key === LATER_KEY)
      onView(panned(picture.scale, picture.scale.x(target.point.at) - width * LED_TO, where))
    else onOpen(target)
  }
  const chain = () => relatedTo((chosen ?? opened)?.target, marks)
  const from = cursor?.key ?? open
  const { onPlane, plane, beneath } = useAxisInput({
    picture,
    view,
    where,
    onView,
    onOpen: openOrList,
    open,
    cursor,
    chain,
    from,
    isListing: many !== undefined,
    setCursor,
    setPointed,
    setPointer,
    setFold,
    setStretch,
  })
  const placed = useMergedRef(ref, plane)
  const textOf = useTargetText()
  // What is ahead has not come about: there, what is true by now is told.
  const pointedAt = pointed?.kind === 'window' && pointer !== undefined ? picture.scale.at(pointer) : undefined
  const at = pointedAt !== undefined && pointedAt < now ? pointedAt : undefined
  const text = told && textOf(told.target, at)
  const tear = fold && text === undefined && many === undefined ? tearAt(picture.scale, fold.x) : undefined
  const saying = chosen && pointed === undefined ? text : undefined
  // Marks of one instant may have the same words, and a step of the keys must be heard.
  const alike =
    saying && chosen ? boxes.filter(box => standsAs(chosen.box, box) && isSame(textOf(box.target), saying)) : []
  const which =
    chosen && alike.length > 1
      ? [t('axis.of_alike', { number: alike.indexOf(chosen.box) + 1, count: alike.length })]
      : []
  const isBand = geometry.look === 'band'
  return (
    <div
      className={classes.axis}
      data-look={geometry.look}
      onPointerDownCapture={beginPress}
      onKeyDownCapture={beginPress}
    >
      {labels?.(inView, geometry)}
      <div
        ref={placed}
        className={classes.plane}
        role="application"
        aria-label={t(isBand ? 'axis.band' : 'axis.title')}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys go from mark to mark
        tabIndex={0}
        style={{ height: geometry.height }}
        {...onPlane}
      >
        {width > 0 && !isBlank && (
          <AxisCanvas
            picture={picture}
            lit={lit}
            chosen={told?.target.key ?? opened?.target.key}
            isStill={stillAt !== undefined}
          />
        )}
        {stretch && <div className={classes.stretch} style={{ left: stretch[0], width: stretch[1] - stretch[0] }} />}
        {text && told && many === undefined && (
          <AxisTip text={text} box={told.box} width={width} pointer={pointed && pointer} />
        )}
        {fold && tear && (
          <AxisTip
            text={foldText(t, tear, { now, unread: marks.unread })}
            box={{ ...tear, top: fold.y }}
            width={width}
          />
        )}
        <span id={help} hidden>
          {t('axis.keys')}
        </span>
        <span className="visually-hidden" aria-live="polite">
          {saying ? [saying.when, saying.what, ...saying.more, ...which].join(t('axis.between')) : ''}
        </span>
      </div>
      {many !== undefined && (
        <div className={classes.over} style={{ width, height: geometry.height }}>
          {many.target.kind === 'calls' && (
            <CallList
              key={many.target.key}
              calls={many.target}
              box={many}
              width={width}
              onOpen={onOpen}
              onClose={unlist}
            />
          )}
          {many.target.kind === 'requests' && (
            <Suspense>
              <RequestList
                key={many.target.key}
                requests={many.target}
                box={many}
                width={width}
                onOpen={onOpen}
                onClose={unlist}
              />
            </Suspense>
          )}
        </div>
      )}
      {width > 0 && !isBlank && (
        <Playhead picture={picture} marks={marks} isStill={stillAt !== undefined} beneath={beneath} />
      )}
    </div>
  )
}

import { SegmentedControl } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { Axis } from '../../components/axis/axis.tsx'
import { type AxisLane, fullGeometry } from '../../components/axis/geometry.ts'
import { LaneLabels } from '../../components/axis/lane-labels.tsx'
import type { Target } from '../../components/axis/layout.ts'
import type { Marks } from '../../components/axis/marks.ts'
import { SPANS, type View } from '../../components/axis/view.ts'
import classes from './live.module.css'

const LANE_OF = { clock: 'clock', exchange: 'requests', call: 'calls', delivery: 'webhooks' } as const satisfies Record<
  string,
  AxisLane
>

interface Props {
  marks: Marks
  /** Lanes of the list that are switched off. */
  hidden: ReadonlySet<string>
  view: View
  onView: (view: View) => void
  open: string | undefined
  onOpen: (target: Target) => void
}

/** The axis as the main thing of the screen, with the names of its lanes. */
export function LiveAxis({ marks, hidden, view, onView, open, onOpen }: Props) {
  const off = useMemo(
    () => new Set(Object.entries(LANE_OF).flatMap(([lane, of]) => (hidden.has(lane) ? [of] : []))),
    [hidden],
  )
  const geometryOf = useCallback((width: number) => fullGeometry(marks, { width, hidden: off }), [marks, off])
  return (
    <Axis
      marks={marks}
      geometryOf={geometryOf}
      view={view}
      onView={onView}
      open={open}
      onOpen={onOpen}
      labels={<LaneLabels geometry={geometryOf(0)} marks={marks} />}
    />
  )
}

/** How much time is in view, and whether the view follows the clock. */
export function AxisControls({ view, onView }: Pick<Props, 'view' | 'onView'>) {
  const { t } = useTranslation()
  const isFollowing = view.centre === undefined
  return (
    <>
      <Action
        variant={isFollowing ? 'light' : 'default'}
        icon="clock"
        aria-pressed={isFollowing}
        onClick={() => onView({ span: view.span, centre: undefined })}
      >
        {t(isFollowing ? 'axis.following' : 'axis.follow')}
      </Action>
      <SegmentedControl
        size="xs"
        className={classes.spans}
        aria-label={t('axis.span')}
        value={String(view.span)}
        onChange={span => onView({ span: Number(span), centre: undefined })}
        data={SPANS.map(span => ({ value: String(span), label: t(`axis.spans.${span}`) }))}
      />
    </>
  )
}

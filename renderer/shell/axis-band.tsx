import { useMemo, useState } from 'react'
import { Axis } from '../components/axis/axis.tsx'
import { bandGeometry } from '../components/axis/geometry.ts'
import { instantOfTarget, subjectOfTarget } from '../components/axis/subject-of-target.ts'
import { useAxisMarks } from '../components/axis/use-axis-marks.ts'
import { FOLLOWING, type View } from '../components/axis/view.ts'
import { useHasPast, useTimelineHistory, useTimelineItems } from '../data/timeline-history.ts'
import { placeOfNoun } from '../routing/nouns.ts'
import { scorecardPlace } from '../routing/scorecard.ts'
import { useGo, usePlace } from '../routing/use-place.ts'

/** The axis above every screen but Live, which has it whole: low, without words, and as much in reach. */
export function AxisBand() {
  const go = useGo()
  const history = useTimelineHistory()
  const all = useTimelineItems()
  const hasPast = useHasPast(history, all)
  const [screen] = usePlace().segments
  // What the dashboard itself has sent would be most of it on screens that send; where a limit is tried out, and on the first steps, it is what is looked at.
  const showsOwn = screen === 'limits' || screen === 'welcome'
  const items = useMemo(
    () => (showsOwn ? all : all.filter(item => item.lane !== 'exchange' || item.value.origin === 'client')),
    [all, showsOwn],
  )
  const marks = useAxisMarks(items)
  const [view, setView] = useState<View>(FOLLOWING)
  return (
    <Axis
      marks={marks}
      geometryOf={bandGeometry}
      view={view}
      onView={setView}
      isBlank={!hasPast}
      open={undefined}
      onOpen={target => {
        const subject = subjectOfTarget(target)
        const at = instantOfTarget(target)
        if (at !== undefined) go(['live', 'moment', new Date(at).toISOString()])
        else if (subject) go(placeOfNoun(subject.noun, subject.id))
        else if (target.kind === 'dropped') go(['webhooks', 'suppressed', target.mark.value.id])
        else if (target.kind === 'control' && target.mark.value.kind === 'certification') {
          const { segments, search } = scorecardPlace(target.mark.value)
          go(segments, { search })
        } else if (target.kind === 'control') go(['live', 'act', target.mark.value.id])
      }}
    />
  )
}

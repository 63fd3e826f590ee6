import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ZONE_NAMES } from '../../data/time-text.ts'
import classes from './axis.module.css'
import { AXIS_LANES, type AxisLane } from './axis-lanes.ts'
import type { Geometry } from './geometry.ts'
import type { InView } from './in-view.ts'
import type { Marks } from './marks.ts'
import { receiverText } from './target-text.ts'
import { isFull, type WindowMark } from './window-marks.ts'

interface Props extends InView {
  geometry: Geometry
  marks: Marks
  /** How many tenants have no row in the lane of limits. */
  notShown: number
  /** What a double click on a name does; the keyboard has the switches of the lanes. */
  onAlone: (lane: AxisLane) => void
}

const figuresOf = ({ used, most }: WindowMark) =>
  (most === null ? [used] : [used, most]).map(figure => figure.toLocaleString('en')).join('/')

/** How much of the day is used. */
const dayText = (t: TFunction, day: WindowMark) => t('axis.day_used', { figures: figuresOf(day) })

/** The names of the lanes, with what a glance should not miss. It is rendered anew when a figure changes, not with every picture. */
export const LaneLabels = memo(function LaneLabels({ geometry, marks, notShown, onAlone, ...inView }: Props) {
  const { t } = useTranslation()
  const { requests, refused, calls, underWay } = inView
  const dayOf = (tenant: string) => marks.windows.findLast(mark => mark.limit === 'day' && mark.tenant === tenant)
  const [first, second] = geometry.limits
  const only = second === undefined && first ? dayOf(first.tenant) : undefined
  /** The name of the line above the day, where there is one: there is no room for it. */
  const sendsText = (day: WindowMark | undefined) => {
    const sends = marks.windows.findLast(
      ({ limit, tenant, from }) => limit === 'webhook_sends' && tenant === day?.tenant && from === day.from,
    )
    return sends && t('axis.sends_used', { figures: figuresOf(sends) })
  }
  const sendsOfOnly = sendsText(only)
  const notes: Partial<Record<AxisLane, string | undefined>> = {
    limits: only && `${only.tenant} · ${dayText(t, only)}`,
    requests: refused > 0 ? t('axis.refused_of', { count: refused, all: requests }) : requests.toLocaleString('en'),
    calls: underWay > 0 ? t('axis.talking', { count: underWay }) : String(calls),
  }
  const hasRows = (lane: AxisLane) =>
    (lane === 'webhooks' && geometry.receivers.length > 0) || (lane === 'limits' && second !== undefined)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and these are names
    <div className={classes.labels} role="group" aria-label={t('axis.lanes_are')} style={{ height: geometry.height }}>
      <span className={classes.zone} style={geometry.ruler}>
        {ZONE_NAMES.tokyo}
      </span>
      {AXIS_LANES.map(lane => {
        const strip = geometry.lanes[lane]
        if (!strip) return null
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: a short cut for the pointer to what the switches of the lanes do
          <div
            key={lane}
            title={t('axis.alone')}
            onDoubleClick={() => onAlone(lane)}
            className={classes.label}
            data-rows={hasRows(lane) ? '' : undefined}
            style={strip}
          >
            <span>
              <strong>{t(`axis.lanes.${lane}`)}</strong>
              {lane === 'limits' && notShown > 0 && (
                <span className="dim"> {t('axis.more_tenants', { count: notShown })}</span>
              )}
            </span>
            {notes[lane] !== undefined && (
              <span className="dim" title={lane === 'limits' ? sendsOfOnly : t('axis.in_view')}>
                {notes[lane]}
                {lane === 'limits' && sendsOfOnly !== undefined && (
                  <span className="visually-hidden">
                    {t('axis.between')}
                    {sendsOfOnly}
                  </span>
                )}
              </span>
            )}
          </div>
        )
      })}
      {geometry.receivers.map(({ webhook_id, url, isInTrouble, y }) => (
        <span
          key={webhook_id ?? 'others'}
          className={classes.receiver}
          data-trouble={isInTrouble ? '' : undefined}
          style={{ top: y }}
          title={url}
        >
          {url === undefined ? t('axis.others') : receiverText(url)}
        </span>
      ))}
      {second !== undefined &&
        geometry.limits.map(({ tenant, top, height }) => {
          const day = dayOf(tenant)
          const isUsedUp = day !== undefined && isFull(day)
          const sends = sendsText(day)
          return (
            <span
              key={tenant}
              className={classes.tenant}
              data-full={isUsedUp ? '' : undefined}
              title={[isUsedUp ? t('axis.used_up', { tenant }) : tenant, sends].filter(Boolean).join(' · ')}
              style={{ top: top + height / 2 }}
            >
              <span>{tenant}</span>
              {day !== undefined && <small>{dayText(t, day)}</small>}
              {sends !== undefined && <span className="visually-hidden">{sends}</span>}
            </span>
          )
        })}
    </div>
  )
})

import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ZONE_NAMES } from '../../data/time-text.ts'
import { useHref } from '../../routing/use-place.ts'
import classes from './axis.module.css'
import { AXIS_LANES, type AxisLane } from './axis-lanes.ts'
import type { Geometry } from './geometry.ts'
import { type InView, limitedIn } from './in-view.ts'
import { LimitLabels } from './limit-labels.tsx'
import type { Marks } from './marks.ts'
import { receiverText } from './target-text.ts'

interface Props extends InView {
  geometry: Geometry
  marks: Marks
  /** The instant at which the picture stands, if it does not go on. */
  stillAt?: number | undefined
  /** The tenants that have no row in the lane of limits. */
  notShown: readonly string[]
  /** Whether it has one also for tenants for which there is no room otherwise. */
  isUnfolded: boolean
  /** Shows them, or folds them again; where that cannot be, `undefined`. */
  onUnfold: (() => void) | undefined
  /** What a double click on a name does; the keyboard has the switches of the lanes. */
  onAlone: (lane: AxisLane) => void
  onRefused: () => void
  /** Whether only refused requests are shown, which {@link onRefused} does and undoes. */
  isRefusedOnly: boolean
}

/** Where the rest is of which only the newest is read. */
const LISTS = { requests: ['requests'], calls: ['calls'], webhooks: ['webhooks', 'deliveries'] } as const

/** The names of the lanes, with what a glance should not miss. It is rendered anew when a figure changes, not with every picture. */
export const LaneLabels = memo(function LaneLabels({
  geometry,
  marks,
  stillAt,
  notShown,
  isUnfolded,
  onUnfold,
  onAlone,
  onRefused,
  isRefusedOnly,
  ...inView
}: Props) {
  const { t } = useTranslation()
  const href = useHref()
  const { requests, refused, byLimit, calls, underWay, isPresent, unread } = inView
  const limited = limitedIn(inView)
  const refusedElsewhere = notShown.filter(tenant => limited.has(tenant))
  const [firstRefused] = refusedElsewhere
  const others = {
    className: classes.more,
    'data-refused': refusedElsewhere.length > 0 ? '' : undefined,
    title:
      refusedElsewhere.length > 0
        ? t('axis.more_tenants_about', {
            tenants: notShown.join(t('axis.between')),
            refused: refusedElsewhere.join(t('axis.between')),
          })
        : notShown.join(t('axis.between')),
  }
  const othersText =
    firstRefused === undefined
      ? t('axis.more_tenants', { count: notShown.length })
      : t('axis.more_tenants_refused', {
          tenants: refusedElsewhere.length === 1 ? firstRefused : `+${refusedElsewhere.length}`,
          refused: refusedElsewhere.reduce((sum, tenant) => sum + (limited.get(tenant) ?? 0), 0).toLocaleString('en'),
        })
  // There may be more than are known here.
  const more = (lane: AxisLane) => (unread.split(' ').includes(lane) ? '+' : '')
  const got = isRefusedOnly ? requests : refused
  // As the legend tells them apart: "refused" alone would be read as by a limit.
  const answers = [byLimit < got || got === 0 ? 'client' : [], byLimit > 0 || got === 0 ? 'limited' : []] as const
  const what = answers
    .flat()
    .map(answer => t(`axis.marks.${answer}`))
    .join(t('axis.between'))
  const notes: Partial<Record<AxisLane, string | undefined>> = {
    requests: isRefusedOnly
      ? t(more('requests') ? 'axis.got_more' : 'axis.got', { count: requests, what })
      : refused > 0
        ? t(more('requests') ? 'axis.got_of_more' : 'axis.got_of', { count: refused, all: requests, what })
        : requests.toLocaleString('en') + more('requests'),
    calls: underWay > 0 ? t('axis.talking', { count: underWay }) : calls + more('calls'),
    webhooks: geometry.empty.has('webhooks') ? `0${more('webhooks')}` : undefined,
  }
  const hasRows = (lane: AxisLane) => (lane === 'webhooks' && geometry.receivers.length > 0) || lane === 'limits'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and these are names
    <div className={classes.labels} role="group" aria-label={t('axis.lanes_are')} style={{ height: geometry.height }}>
      <span className={classes.in_view} style={geometry.ruler} title={t('axis.in_view_about')}>
        {t('axis.in_view')}
      </span>
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
            // Nothing of the list stands on the lane of limits alone.
            title={lane === 'limits' ? undefined : t('axis.alone')}
            onDoubleClick={() => lane !== 'limits' && onAlone(lane)}
            className={classes.label}
            data-rows={hasRows(lane) ? '' : undefined}
            data-empty={geometry.empty.has(lane) ? '' : undefined}
            style={strip}
          >
            <span>
              {lane === 'limits' ? (
                <a href={href('limits')} className={classes.lane} title={t('axis.to_limits')}>
                  <strong>{t('axis.lanes.limits')}</strong>
                </a>
              ) : (
                <strong>{t(`axis.lanes.${lane}`)}</strong>
              )}
              {marks.unread[lane] !== undefined && (lane === 'requests' || lane === 'calls' || lane === 'webhooks') && (
                <a
                  href={href(...LISTS[lane])}
                  className={classes.more}
                  title={t('axis.see_all_about', { screen: t(`screens.${lane}`) })}
                >
                  {t('axis.see_all')}
                </a>
              )}
              {lane === 'limits' &&
                onUnfold !== undefined &&
                (isUnfolded ? geometry.limits.length > 1 : notShown.length > 0) && (
                  <button
                    type="button"
                    {...(isUnfolded ? { className: classes.more } : others)}
                    aria-expanded={isUnfolded}
                    onClick={onUnfold}
                  >
                    {isUnfolded ? t('axis.fewer_tenants') : othersText}
                  </button>
                )}
              {lane === 'limits' && onUnfold === undefined && notShown.length > 0 && (
                <a href={href('limits')} {...others}>
                  {othersText}
                </a>
              )}
              {lane === 'limits' && onUnfold !== undefined && isUnfolded && notShown.length > 0 && (
                <a href={href('limits')} {...others}>
                  {othersText}
                </a>
              )}
            </span>
            {notes[lane] !== undefined && (
              <span className="dim" title={t('axis.in_view')}>
                {lane === 'requests' && (refused > 0 || isRefusedOnly) ? (
                  <button
                    type="button"
                    className={classes.refused}
                    aria-pressed={isRefusedOnly}
                    title={t(isRefusedOnly ? 'axis.refused_all_again' : 'axis.refused_alone')}
                    onClick={onRefused}
                    onDoubleClick={event => event.stopPropagation()}
                  >
                    {notes[lane]}
                  </button>
                ) : (
                  notes[lane]
                )}
              </span>
            )}
          </div>
        )
      })}
      {geometry.receivers.map(({ webhook_id, ids, urls, isInTrouble, troubled, y }, index, { length }) => (
        <span
          key={ids.join(' ')}
          className={classes.receiver}
          data-trouble={isInTrouble ? '' : undefined}
          style={{ top: y }}
          title={urls.join('\n')}
        >
          {webhook_id !== undefined
            ? urls.map(receiverText)
            : length === 1
              ? t('axis.receivers', { first: receiverText(urls[0]!), more: urls.length - 1 })
              : index === length - 1 && isInTrouble && troubled < ids.length
                ? t('axis.some_in_trouble', { count: ids.length, troubled })
                : t(index < length - 1 ? 'axis.failing_others' : 'axis.others', { count: urls.length })}
        </span>
      ))}
      <LimitLabels rows={geometry.limits} windows={marks.windows} stillAt={stillAt} isPresent={isPresent} />
    </div>
  )
})

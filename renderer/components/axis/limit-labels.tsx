import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useHref } from '../../routing/use-place.ts'
import classes from './axis.module.css'
import type { LimitRow } from './geometry.ts'
import { nearestOf } from './nearest.ts'
import { usePresentWindows } from './use-present-windows.ts'
import { isFull, type WindowMark } from './window-marks.ts'

const usedOf = ({ used, isAtLeast }: WindowMark) => used.toLocaleString('en') + (isAtLeast ? '+' : '')
const figuresOf = (mark: WindowMark) =>
  mark.most === null ? usedOf(mark) : `${usedOf(mark)}/${mark.most.toLocaleString('en')}`

function Figure({ of, className }: { of: WindowMark; className?: string | undefined }) {
  const { t } = useTranslation()
  return (
    <small className={className} data-full={isFull(of) ? '' : undefined}>
      {t(`axis.figure.${of.limit}`, { figures: figuresOf(of) })}
    </small>
  )
}

/** All windows of the present: a row has room for the one that matters most, and for sends. */
const allOf = (t: TFunction, windows: readonly WindowMark[]) =>
  windows.map(mark => {
    const figures = { limit: t(`axis.limits.${mark.limit}`), used: usedOf(mark) }
    return mark.most === null
      ? t('axis.window_used', figures)
      : t('axis.window_of', { ...figures, most: mark.most.toLocaleString('en') })
  })

interface Props {
  rows: readonly LimitRow[]
  windows: readonly WindowMark[]
  /** The instant at which the picture stands, if it does not go on. */
  stillAt?: number | undefined
  /** Whether that instant, or the present, is in view: otherwise the figures say of when they are. */
  isPresent: boolean
}

/** Beside the row of each tenant: how much is used of the window that is nearest to its limit, and of webhook sends. Leads to its limits. */
export const LimitLabels = memo(function LimitLabels({ rows, windows, stillAt, isPresent }: Props) {
  const { t } = useTranslation()
  const href = useHref()
  const present = usePresentWindows(windows, stillAt)
  return rows.map(({ tenant, top, height, sends: strip }) => {
    const own = present.filter(mark => mark.tenant === tenant)
    const sends = own.find(({ limit }) => limit === 'webhook_sends')
    const nearest = nearestOf(own.filter(mark => mark !== sends))
    return (
      <a
        key={tenant}
        href={href('limits', tenant)}
        className={classes.tenant}
        title={[
          t(isPresent ? 'axis.limits_of' : 'axis.limits_now_of', { tenant }),
          ...allOf(t, own),
          ...(sends ? [t('axis.send_is')] : []),
        ].join('\n')}
        style={{ top: top + height - LABEL_PX, height: LABEL_PX + (strip?.height ?? 0) }}
      >
        <span>
          <span translate="no">{tenant}</span>
          {/* In the line of the name there is room for it beside the longest figures. */}
          {!isPresent && <small className="dim"> {t('axis.figures_now')}</small>}
        </span>
        {nearest && <Figure of={nearest} />}
        {strip && sends && <Figure of={sends} className={classes.sends} />}
      </a>
    )
  })
})

/** Two lines. */
const LABEL_PX = 28

import { Select } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Json } from '../../../server/contract/assumption-entry.ts'
import type { CallStep } from '../../../server/contract/calls.ts'
import type { ContentChangeView, SnapshotComparison } from '../../../server/control/protocol/journal.ts'
import type { SnapshotView } from '../../../server/control/protocol/snapshots.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Loading } from '../../components/loading.tsx'
import { Missing } from '../../components/missing.tsx'
import { Time } from '../../components/time.tsx'
import { ControlError } from '../../data/client.ts'
import { useSnapshotComparison } from '../../data/snapshots.ts'
import { durationText } from '../../data/time-text.ts'
import { textField } from '../../routing/url-state.ts'
import { useHref } from '../../routing/use-place.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import classes from './comparison.module.css'
import { Restore } from './restore.tsx'
import { type Kind, Thing, timeOf } from './thing.tsx'

const FIELDS = { with: textField() }
const NOW = ''
/** Things of a kind that are shown at first. */
const FEW = 8

type Difference = SnapshotComparison['differences'][number]

const SIGNS = {
  added: { tone: 'good', icon: 'plus' },
  removed: { tone: 'bad', icon: 'minus' },
  changed: { tone: 'warn', icon: 'edit' },
} as const
const CHANGES = ['added', 'removed', 'changed'] as const

const sizeOf = ({ added, removed, changed }: Difference) => added + removed + changed

/** How much there is of something, with its unit: `180 customers`. */
export const countText = (t: TFunction, kind: Kind, count: number): string => t(`snapshots.holds.${kind}`, { count })

function Value({ name, value }: { name: string; value: Json }) {
  const { t } = useTranslation()
  if (value === null) return t('snapshots.no_value')
  if (name.endsWith('_at')) return <Time at={String(value)} />
  if (name === 'to') return t(`fired.call.${value as CallStep}`)
  if (name === 'duration_seconds') return durationText(Number(value) * 1_000)
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  return <code>{String(value)}</code>
}

/** What each field was and what it is, as editors show it. */
function ChangedFields({ fields }: Pick<ContentChangeView, 'fields'>) {
  const { t } = useTranslation()
  return (
    <ul className={classes.fields}>
      {fields.map(({ name, before, after, withheld }) => (
        <li key={name}>
          <span className="dim">{t(`snapshots.fields.${name as 'status'}`, { defaultValue: name })}</span>
          {withheld ? (
            t('snapshots.withheld')
          ) : (
            <>
              <del>
                <Value name={name} value={before} />
              </del>
              <span className="dim">→</span>
              <ins>
                <Value name={name} value={after} />
              </ins>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function Change({ kind, change, isNow }: { kind: Kind; change: ContentChangeView; isNow: boolean }) {
  const { t } = useTranslation()
  const at = timeOf(change)
  const { tenant } = change.about
  return (
    <li data-change={change.change}>
      <span className={classes.sign}>
        <Icon name={SIGNS[change.change].icon} size={12} label={t(`snapshots.${change.change}`)} />
      </span>
      <span className={classes.thing}>
        <Thing kind={kind} change={change} isThere={isNow && change.change !== 'removed'} />
      </span>
      <span className="dim">{typeof tenant === 'string' && <IdLink noun="tenant" id={tenant} copy="hidden" />}</span>
      <span className="dim">{at !== undefined && <Time at={at} zoneName="hidden" />}</span>
      {change.fields.length > 0 && <ChangedFields fields={change.fields} />}
    </li>
  )
}

/** How many were there before and after, and what came, went and changed. */
function Counts({ row }: { row: Difference }) {
  const { t } = useTranslation()
  return (
    <span className={classes.counts}>
      <span className="dim">
        {row.before.toLocaleString('en')} → {row.after.toLocaleString('en')}
      </span>
      {CHANGES.filter(name => row[name] > 0).map(name => (
        <Badge key={name} {...SIGNS[name]} title={t(`snapshots.${name}`)}>
          {row[name].toLocaleString('en')}
        </Badge>
      ))}
    </span>
  )
}

function KindOfThings({ row, isNow }: { row: Difference; isNow: boolean }) {
  const { t } = useTranslation()
  const [isWhole, setIsWhole] = useState(false)
  const { kind, changes } = row
  const shown = isWhole ? changes : changes.slice(0, FEW)
  const all = sizeOf(row)
  return (
    <Section title={t(`snapshots.kinds.${kind}`)} aside={<Counts row={row} />}>
      <ul className={classes.changes}>
        {shown.map(change => (
          <Change key={change.id} kind={kind} change={change} isNow={isNow} />
        ))}
      </ul>
      {shown.length < changes.length && (
        <Action onClick={() => setIsWhole(true)}>
          {t('snapshots.show_more', { count: changes.length - shown.length })}
        </Action>
      )}
      {changes.length < all && (
        <p className={classes.listed}>{t('snapshots.listed', { shown: changes.length, all })}</p>
      )}
    </Section>
  )
}

type Limit = SnapshotComparison['limits'][number]
const byTenant = (one: Limit, other: Limit) => one.tenant.localeCompare(other.tenant, 'en')

/** What has been used of the windows of each tenant. */
function Limits({ limits, isNow }: Pick<SnapshotComparison, 'limits'> & { isNow: boolean }) {
  const { t } = useTranslation()
  const href = useHref()
  if (limits.length === 0) return null
  return (
    <Section title={t('snapshots.limits')}>
      <ul className={classes.changes}>
        {limits.toSorted(byTenant).map(({ tenant, name, before, after, limit }) => (
          <li key={`${tenant} ${name}`} data-change="changed">
            <span className={classes.sign}>
              <Icon name={SIGNS.changed.icon} size={12} label={t('snapshots.changed')} />
            </span>
            <span className={classes.thing}>{t(`limits.${name}`)}</span>
            <span className="dim">
              {isNow ? (
                <a className="link" href={href('limits', tenant)} translate="no">
                  {tenant}
                </a>
              ) : (
                <span translate="no">{tenant}</span>
              )}
            </span>
            <span className={classes.used}>
              <del>{before.toLocaleString('en')}</del>
              <span className="dim">→</span>
              <ins>{after.toLocaleString('en')}</ins>
              <span className="dim">
                {limit === null ? t('limits.unlimited') : t('limits.of', { limit: limit.toLocaleString('en') })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Kinds({ comparison: { differences, limits, after } }: { comparison: SnapshotComparison }) {
  const { t } = useTranslation()
  const isNow = after.name === null
  const differing = differences.filter(row => sizeOf(row) > 0)
  const same = differences.filter(row => sizeOf(row) === 0 && row.after > 0)
  return (
    <div className={classes.kinds}>
      {differing.length + limits.length === 0 && <EmptyState icon="check" title={t('snapshots.nothing_differs')} />}
      <Limits limits={limits} isNow={isNow} />
      {differing.map(row => (
        <KindOfThings key={row.kind} row={row} isNow={isNow} />
      ))}
      {same.length > 0 && (
        <Section title={t('snapshots.same')}>
          <p className={classes.same}>{same.map(({ kind, after: count }) => countText(t, kind, count)).join(' · ')}</p>
        </Section>
      )}
    </div>
  )
}

/** From which clock to which, and how much differs in all. */
function Whole({ comparison: { before, after, differences, limits } }: { comparison: SnapshotComparison }) {
  const { t } = useTranslation()
  const moved = Date.parse(after.now) - Date.parse(before.now)
  return (
    <Facts>
      <span>
        <Time at={before.now} show="full" zoneName="hidden" /> → <Time at={after.now} show="full" />
      </span>
      {moved !== 0 && (
        <span>{t(moved > 0 ? 'snapshots.later' : 'snapshots.earlier', { span: durationText(Math.abs(moved)) })}</span>
      )}
      {CHANGES.map(name => ({ name, count: differences.reduce((sum, row) => sum + row[name], 0) }))
        .filter(({ count }) => count > 0)
        .map(({ name, count }) => (
          <Badge key={name} {...SIGNS[name]} look="plain">
            {t(`snapshots.all.${name}`, { count })}
          </Badge>
        ))}
      {limits.length > 0 && (
        <Badge {...SIGNS.changed} look="plain">
          {t('snapshots.all.limits', { count: limits.length })}
        </Badge>
      )}
    </Facts>
  )
}

/** What has become of a snapshot until now, or until another one: counts of each kind, and what changed. */
export function Comparison({
  name,
  snapshot,
  others,
  onClose,
}: {
  name: string
  /** Its row, once it is known; of a name that is not there, none. */
  snapshot: SnapshotView | undefined
  others: readonly string[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [{ with: other }, setState] = useUrlState(FIELDS)
  const { data, error, isFetching, refetch } = useSnapshotComparison(name, other)
  const isGone = error instanceof ControlError && error.status === 404
  return (
    <>
      <DetailHead
        title={
          <>
            <code>{name}</code>
            {!isGone && (
              <>
                →
                <Select
                  size="xs"
                  w={172}
                  aria-label={t('snapshots.compare_with')}
                  allowDeselect={false}
                  value={other}
                  data={[{ value: NOW, label: t('snapshots.as_now') }, ...others]}
                  onChange={next => setState({ with: next ?? NOW })}
                />
              </>
            )}
            {snapshot && <Restore {...snapshot} />}
            {/* Each comparison copies the world: it is made when asked for, not with every request. */}
            {other === NOW && !isGone && (
              <Action icon="replay" loading={isFetching} onClick={() => void refetch()}>
                {t('snapshots.compare_again')}
              </Action>
            )}
          </>
        }
        onClose={onClose}
      />
      {isGone && <Missing what="snapshot" name={name} />}
      {error && !isGone && <Failed error={error} again={() => void refetch()} />}
      {!data && !error && <Loading height={160} />}
      {data && (
        <>
          <Whole comparison={data} />
          <Kinds comparison={data} />
        </>
      )}
    </>
  )
}

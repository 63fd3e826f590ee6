import { Select, Skeleton } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Json } from '../../../server/contract/assumption-entry.ts'
import type { ContentChangeView, SnapshotComparison } from '../../../server/control/protocol/journal.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Time } from '../../components/time.tsx'
import { ControlError } from '../../data/client.ts'
import { useSnapshotComparison } from '../../data/snapshots.ts'
import { durationText } from '../../data/time-text.ts'
import type { Noun } from '../../routing/nouns.ts'
import { textField } from '../../routing/url-state.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import classes from './snapshots.module.css'

const FIELDS = { with: textField() }
const NOW = ''

type Difference = SnapshotComparison['differences'][number]
type Kind = Difference['kind']

const SIGNS = {
  added: { tone: 'good', icon: 'plus' },
  removed: { tone: 'bad', icon: 'minus' },
  changed: { tone: 'warn', icon: 'edit' },
} as const

/** What is still there has a place of its own. */
const NOUNS: { readonly [Name in Kind]?: Noun } = {
  calls: 'call',
  events: 'event',
  deliveries: 'delivery',
  webhooks: 'webhook',
  tenants: 'tenant',
  faults: 'fault',
  assumptions: 'assumption',
}

const differs = ({ added, removed, changed }: Difference) => added + removed + changed > 0

/** How much there is of something, with its unit: `180 customers`. */
export const countText = (t: TFunction, kind: Kind, count: number): string => t(`snapshots.holds.${kind}`, { count })

function Value({ name, value }: { name: string; value: Json }) {
  if (value === null) return <span className="dim">–</span>
  if (name.endsWith('_at')) return <Time at={String(value)} />
  return <code>{String(value)}</code>
}

/** A thing by its id, as a link when it is there to be looked at. */
function Thing({ kind, change, isNow }: { kind: Kind; change: ContentChangeView; isNow: boolean }) {
  const noun = isNow && change.change !== 'removed' ? NOUNS[kind] : undefined
  if (noun) return <IdLink noun={noun} id={change.id} copy="hidden" />
  return <code className="dim">{kind === 'requests' ? `#${change.id}` : change.id}</code>
}

/** Those that came and those that went, each in one line, and below them what changed, field by field. */
function Changes({ kind, changes, isNow }: Pick<Difference, 'kind' | 'changes'> & { isNow: boolean }) {
  const { t } = useTranslation()
  const whole = (['added', 'removed'] as const)
    .map(name => ({ name, those: changes.filter(({ change }) => change === name) }))
    .filter(({ those }) => those.length > 0)
  return (
    <ul className={classes.changes}>
      {whole.map(({ name, those }) => (
        <li key={name}>
          <Badge {...SIGNS[name]} look="plain">
            {t(`snapshots.${name}`)}
          </Badge>
          <span className={classes.ids}>
            {those.map(change => (
              <Thing key={change.id} kind={kind} change={change} isNow={isNow} />
            ))}
          </span>
        </li>
      ))}
      {changes
        .filter(({ change }) => change === 'changed')
        .map(change => (
          <li key={change.id}>
            <Badge {...SIGNS.changed} look="plain">
              {t('snapshots.changed')}
            </Badge>
            <Thing kind={kind} change={change} isNow={isNow} />
            <ul className={classes.fields}>
              {change.fields.map(({ name, before, after }) => (
                <li key={name}>
                  <span className="dim">{name}</span> <Value name={name} value={before} /> →{' '}
                  <Value name={name} value={after} />
                </li>
              ))}
            </ul>
          </li>
        ))}
    </ul>
  )
}

function Kinds({ comparison: { differences, after } }: { comparison: SnapshotComparison }) {
  const { t } = useTranslation()
  const differing = differences.filter(differs)
  const same = differences.filter(row => !differs(row) && row.after > 0)
  return (
    <>
      {differing.length === 0 && <EmptyState icon="check" title={t('snapshots.nothing_differs')} />}
      {differing.map(row => {
        const { kind, before, after: count, added, removed, changed, changes } = row
        const left = added + removed + changed - changes.length
        return (
          <Section
            key={kind}
            title={t(`snapshots.kinds.${kind}`)}
            aside={
              <span className={classes.counts}>
                <span className="dim">
                  {before.toLocaleString('en')} → {count.toLocaleString('en')}
                </span>
                {Object.entries({ added, removed, changed })
                  .filter(([, figure]) => figure > 0)
                  .map(([name, figure]) => (
                    <Badge key={name} {...SIGNS[name as keyof typeof SIGNS]} title={t(`snapshots.${name as 'added'}`)}>
                      {figure.toLocaleString('en')}
                    </Badge>
                  ))}
              </span>
            }
          >
            <Changes kind={kind} changes={changes} isNow={after.name === null} />
            {left > 0 && <p className="dim">{t('snapshots.more', { count: left })}</p>}
          </Section>
        )
      })}
      {same.length > 0 && (
        <Section title={t('snapshots.same')}>
          <p className={classes.same}>{same.map(({ kind, after: count }) => countText(t, kind, count)).join(' · ')}</p>
        </Section>
      )}
    </>
  )
}

/** What has become of a snapshot until now, or until another one: counts of each kind, and what changed. */
export function Comparison({
  name,
  others,
  onClose,
}: {
  name: string
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
            <code>{name}</code> →
            <Select
              size="xs"
              w={220}
              aria-label={t('snapshots.compare_with')}
              allowDeselect={false}
              value={other}
              data={[{ value: NOW, label: t('snapshots.as_now') }, ...others]}
              onChange={next => setState({ with: next ?? NOW })}
            />
            {/* Each comparison copies the world: it is made when asked for, not with every request. */}
            {other === NOW && (
              <Action icon="replay" loading={isFetching} onClick={() => void refetch()}>
                {t('snapshots.compare_again')}
              </Action>
            )}
          </>
        }
        onClose={onClose}
      />
      {isGone && <EmptyState icon="snapshots" title={t('snapshots.gone')} />}
      {error && !isGone && <Failed error={error} again={() => void refetch()} />}
      {!data && !error && <Skeleton role="status" height={160} m="md" aria-label={t('common.loading')} />}
      {data && (
        <>
          <Facts>
            <Time at={data.before.now} show="full" />→
            <Time at={data.after.now} show="full" />
            <span>{durationText(Math.abs(Date.parse(data.after.now) - Date.parse(data.before.now)))}</span>
          </Facts>
          <Kinds comparison={data} />
        </>
      )}
    </>
  )
}

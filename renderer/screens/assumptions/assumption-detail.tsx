import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { Json } from '../../../server/contract/assumption-entry.ts'
import type { AssumptionView } from '../../../server/control/protocol/assumptions.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { JsonValue } from '../../components/json-view.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { notifyUndo } from '../../components/notify.tsx'
import { useChangeAssumption } from '../../data/assumptions.ts'
import { useContract } from '../../data/contract.ts'
import { useHref } from '../../routing/use-place.ts'
import { AssumptionControl } from './assumption-control.tsx'
import classes from './assumptions.module.css'
import { assumeFlag, lengthsText, valueText } from './value-text.ts'

/** Assumed where the contract is silent; measured where the real service was asked; a concession where a local tool bends a rule. */
export function KindBadge({ kind, look }: Pick<AssumptionView, 'kind'> & { look?: 'soft' | 'plain' | undefined }) {
  const { t } = useTranslation()
  return (
    <Badge {...SIGNS[kind]} look={look}>
      {t(`assumptions.${kind}`)}
    </Badge>
  )
}
const SIGNS = {
  assumed: { tone: 'info', icon: 'assumptions' },
  concession: { tone: 'warn', icon: 'redirect' },
  measured: { tone: 'good', icon: 'check' },
} as const

export function ChangedBadge() {
  const { t } = useTranslation()
  return (
    <Badge tone="accent" icon="edit" look="plain">
      {t('assumptions.changed')}
    </Badge>
  )
}

/** How much rests on it: requests, with the way to them, and what happens after a request. */
export function ReliedOn({ id, relied_on, relied_on_by }: Pick<AssumptionView, 'id' | 'relied_on' | 'relied_on_by'>) {
  const { t } = useTranslation()
  const href = useHref()
  if (relied_on === 0) return <span className="dim nowrap">{t('assumptions.by_none')}</span>
  const { requests } = relied_on_by
  return (
    <>
      {requests > 0 && (
        <Link
          href={`${href('requests')}?assumption=${encodeURIComponent(id)}`}
          className="link nowrap"
          onClick={event => event.stopPropagation()}
        >
          {t('assumptions.by_requests', { count: requests })}
        </Link>
      )}
      {requests > 0 && relied_on > requests && ', '}
      {relied_on > requests && (
        <span className="nowrap" title={t('assumptions.by_others_hint')}>
          {t('assumptions.by_others', { count: relied_on - requests })}
        </span>
      )}
    </>
  )
}

function Touches({ touches }: Pick<AssumptionView, 'touches'>) {
  const { t } = useTranslation()
  const endpoints = useContract()?.endpoints ?? []
  return (
    <span className={classes.touches}>
      {touches.map(name => {
        const endpoint = endpoints.find(({ id }) => id === name)
        return endpoint ? (
          <IdLink key={name} noun="endpoint" id={name} text={`${endpoint.method} ${endpoint.path}`} copy="hidden" />
        ) : (
          <span key={name}>{t(`assumptions.touched.${name as 'events'}`)}</span>
        )
      })}
    </span>
  )
}

/** What the real service was seen to do, and whether this world does otherwise. */
function Evidence({ measured, differs }: { measured: NonNullable<AssumptionView['measured']>; differs: boolean }) {
  const { t } = useTranslation()
  const { value, measured_at, base_origin, observations, evidence } = measured
  return (
    <section aria-label={t('assumptions.evidence')}>
      <p>
        {t('assumptions.was_measured', {
          value: valueText(value),
          day: measured_at.slice(0, 10),
          origin: base_origin,
          count: observations,
        })}
      </p>
      {differs && <p className="dim">{t('assumptions.differs')}</p>}
      <ul>
        {evidence.map(line => (
          <li key={line}>
            <code>{line}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One point that the contract leaves open: what it is, what rests on it, and the control that changes it. Key it by the id. */
export function AssumptionDetail({ assumption, onClose }: { assumption: AssumptionView; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, title, kind, value, changed, schema } = assumption
  const { mutate, error } = useChangeAssumption()
  const change = (next: Json | undefined) => {
    mutate(
      { id, value: next },
      {
        onSuccess: after =>
          notifyUndo({
            message: t('assumptions.was_set', { id, value: valueText(after.value) }),
            undo: () => mutate({ id, value: changed ? value : undefined }),
          }),
      },
    )
  }
  const lengths = lengthsText(assumption.value)
  const flag = assumeFlag(id, value)
  return (
    <>
      <header className={classes.head}>
        <h2>
          {id} <CopyButton text={id} what={t('nouns.assumption')} />
        </h2>
        <ActionIcon variant="subtle" color="gray" aria-label={t('common.close')} onClick={onClose}>
          <Icon name="cross" />
        </ActionIcon>
      </header>
      <div className={classes.detail}>
        <p className={classes.title}>{title}</p>
        <div className={classes.badges}>
          <KindBadge kind={kind} />
          <span className="dim">{t(`assumptions.${kind}_hint`)}</span>
        </div>
        {/* A new value from elsewhere starts the control anew. */}
        <AssumptionControl
          key={JSON.stringify(value)}
          assumption={assumption}
          error={error && <ErrorText error={error} />}
          onChange={change}
        />
        {changed && (
          <div className={classes.badges}>
            <ChangedBadge />
            <span>{t('assumptions.default_is', { value: valueText(assumption.default) })}</span>
            <Action icon="replay" onClick={() => change(undefined)}>
              {t('assumptions.reset')}
            </Action>
          </div>
        )}
        {assumption.measured !== null && <Evidence measured={assumption.measured} differs={kind !== 'measured'} />}
        <KeyValue
          pairs={[
            [t('assumptions.in_words'), lengths],
            [t('assumptions.relied_on'), <ReliedOn key="relied" {...assumption} />],
            [t('assumptions.touches'), <Touches key="touches" touches={assumption.touches} />],
            [
              t('assumptions.at_start'),
              <span key="flag" className={classes.flag}>
                <code>{flag}</code>
                <CopyButton text={flag} what={t('assumptions.at_start')} />
              </span>,
            ],
          ]}
        />
        {schema !== null && (
          <details className={classes.schema}>
            <summary>{t('assumptions.schema')}</summary>
            <JsonValue value={schema} label={t('assumptions.schema')} />
          </details>
        )}
      </div>
    </>
  )
}

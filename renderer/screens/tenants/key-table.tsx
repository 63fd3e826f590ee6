import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { KeyView, TenantView } from '../../../server/control/protocol/worlds.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import { Badge } from '../../components/badge.tsx'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { type ListColumn, OpenableTable } from '../../components/list-table.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { Time } from '../../components/time.tsx'
import { useContract } from '../../data/contract.ts'
import { controlCurl } from '../../data/control-curl.ts'
import { useUseOfKey } from '../../data/facets.ts'
import { useWorldObject } from '../../data/queries.ts'
import { useRevokeKey } from '../../data/tenants.ts'
import { useGo, useHref } from '../../routing/use-place.ts'
import classes from './tenants.module.css'

const idOf = ({ key_id }: KeyView) => key_id

function Scopes({ scopes }: Pick<KeyView, 'scopes'>) {
  const { t } = useTranslation()
  const all = useContract()?.scopes ?? []
  if (scopes.length === 0) return <span className="dim">{t('common.none')}</span>
  if (scopes.length === all.length) return <span title={scopes.join(', ')}>{t('tenants.all_scopes')}</span>
  return (
    <span className={classes.scopes}>
      {scopes.map(scope => (
        <code key={scope}>{scope}</code>
      ))}
    </span>
  )
}

function ModeBadge({ mode }: Pick<KeyView, 'mode'>) {
  return mode === 'live' ? (
    <Badge tone="good" icon="calls" look="plain">
      live
    </Badge>
  ) : (
    <Badge tone="info" icon="shadow" look="plain">
      test
    </Badge>
  )
}

function Revoke({ tenant, row }: { tenant: string; row: KeyView }) {
  const { t } = useTranslation()
  const revoke = useRevokeKey(tenant)
  if (row.revoked_at !== null)
    return (
      <span className={classes.revoked}>
        <Badge tone="quiet" icon="blocked" look="plain">
          {t('tenants.revoked')}
        </Badge>{' '}
        <Time at={row.revoked_at} show="full" />
      </span>
    )
  return (
    <ConfirmAction
      question={t('tenants.revoke_question', { label: row.label })}
      action={t('tenants.revoke')}
      onConfirm={() =>
        revoke.mutate(row.key_id, { onSuccess: () => notifyDone(t('tenants.was_revoked', { label: row.label })) })
      }
    >
      {open => (
        <Action
          aria-label={t('tenants.revoke_key', { label: row.label })}
          icon="blocked"
          onClick={event => {
            event.stopPropagation()
            open()
          }}
        >
          {t('tenants.revoke')}
        </Action>
      )}
    </ConfirmAction>
  )
}

/** How often clients have used a key, and when last; both lead there. */
function Use({ key_id }: Pick<KeyView, 'key_id'>) {
  const { t } = useTranslation()
  const href = useHref()
  const use = useUseOfKey(key_id)
  if (use === undefined) return null
  if (use.newest === undefined) return <span className="dim">{t('tenants.not_used')}</span>
  const { request_id, at } = use.newest
  return (
    <span className={classes.use}>
      <Link className="link" href={`${href('requests')}?${new URLSearchParams({ q: key_id })}`}>
        {t('tenants.requests_count', { count: use.total })}
      </Link>
      <Link className="link" href={href('requests', request_id)} aria-label={t('tenants.last_request')}>
        <Time at={at} show="row" zoneName="hidden" />
      </Link>
    </span>
  )
}

/** A key; without the room for it, how it begins and its last characters, which tell it from others. */
function WholeOrEnds({ text, title }: { text: string; title: string }) {
  return (
    <code title={title}>
      <span>{text.slice(0, -4)}</span>
      {text.slice(-4)}
    </code>
  )
}

/** The keys of a tenant, revoked ones too. */
export function KeyTable({ tenant: { tenant, keys }, selected }: { tenant: TenantView; selected: string | undefined }) {
  const { t } = useTranslation()
  const go = useGo()
  const controlUrl = useWorldObject().data?.control_url ?? ''
  const columns = useMemo(
    (): ListColumn<KeyView>[] => [
      {
        id: 'label',
        title: t('tenants.label'),
        render: row => <IdLink noun="key" id={row.key_id} text={row.label} copy="hidden" />,
      },
      { id: 'mode', title: t('tenants.mode'), width: '72px', render: row => <ModeBadge mode={row.mode} /> },
      {
        id: 'key',
        title: t('tenants.plaintext'),
        render: ({ key, masked, revoked_at }) => (
          <span className={classes.key} data-revoked={revoked_at === null ? undefined : ''}>
            <WholeOrEnds text={key ?? masked} title={key ?? t('tenants.hashed')} />
            {key !== undefined && revoked_at === null && (
              <Backstage>
                <CopyButton text={key} what={t('tenants.plaintext')} />
              </Backstage>
            )}
          </span>
        ),
      },
      { id: 'scopes', title: t('tenants.scopes'), render: row => <Scopes scopes={row.scopes} /> },
      { id: 'use', title: t('tenants.use'), width: '112px', render: row => <Use key_id={row.key_id} /> },
      {
        id: 'revoke',
        title: '',
        width: '108px',
        align: 'end',
        render: row => <Revoke tenant={tenant} row={row} />,
      },
    ],
    [t, tenant],
  )
  if (keys.length === 0)
    return (
      <EmptyState
        icon="tenants"
        title={t('tenants.no_keys')}
        hint={t('tenants.no_keys_hint')}
        command={controlCurl(
          'POST',
          `${controlUrl}/tenants/${tenant}/keys`,
          '{"mode":"test","scopes":["customers:read"]}',
        )}
      />
    )
  return (
    <OpenableTable
      label={t('tenants.keys')}
      fit="content"
      rows={keys}
      columns={columns}
      idOf={idOf}
      selected={selected}
      onOpen={({ key_id }, history) => go(['tenants', 'keys', key_id], { history })}
    />
  )
}

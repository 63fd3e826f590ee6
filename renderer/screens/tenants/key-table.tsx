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
import { type ListColumn, OpenableTable } from '../../components/list-table.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useTableWidth } from '../../components/table-columns.ts'
import { Time } from '../../components/time.tsx'
import { useContract } from '../../data/contract.ts'
import { controlCurl } from '../../data/control-curl.ts'
import { useUseOfKey } from '../../data/facets.ts'
import { OWN_ORIGINS, useWorldObject } from '../../data/queries.ts'
import { useRevokeKey } from '../../data/tenants.ts'
import { placeOfNoun } from '../../routing/nouns.ts'
import { useGo, useHref } from '../../routing/use-place.ts'
import classes from './tenants.module.css'

/** Scopes that a key lacks: of more, those that it has are told. */
const FEW = 2

const idOf = ({ key_id }: KeyView) => key_id

/** What can be used comes before what was revoked; else they keep their order. */
const validFirst = (one: KeyView, other: KeyView) => Number(one.revoked_at !== null) - Number(other.revoked_at !== null)

function Scopes({ scopes }: Pick<KeyView, 'scopes'>) {
  const { t } = useTranslation()
  const all = useContract()?.scopes ?? []
  if (scopes.length === 0) return <span className="dim">{t('common.none')}</span>
  if (all.length === 0) return null
  if (scopes.length === all.length) return <span title={scopes.join(', ')}>{t('tenants.all_scopes')}</span>
  const lacks = all.filter(scope => !scopes.includes(scope))
  if (lacks.length < scopes.length && lacks.length <= FEW)
    return (
      <span className={classes.all_but} title={scopes.join(', ')}>
        {t('tenants.all_scopes_but', { scopes: lacks.join(t('tenants.between_scopes')) })}
      </span>
    )
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

function Revoke({ tenant, row, room }: { tenant: string; row: KeyView; room: Room }) {
  const { t } = useTranslation()
  const revoke = useRevokeKey(tenant)
  if (row.revoked_at !== null)
    return (
      <span className={classes.revoked}>
        <Badge tone="quiet" icon="blocked" look="plain">
          {t('tenants.revoked')}
        </Badge>
        <Time
          at={row.revoked_at}
          show={room === 'small' ? 'row' : 'full'}
          zoneName={room === 'small' ? 'hidden' : 'shown'}
        />
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

/** How often clients have used a key and when last, and what Ringback itself has sent with it; all of it leads there. */
function Use({ key_id }: Pick<KeyView, 'key_id'>) {
  const { t } = useTranslation()
  const href = useHref()
  const use = useUseOfKey(key_id)
  if (use === undefined) return null
  const { total, newest, own } = use
  const requestsOf = (search: Readonly<Record<string, string>>) =>
    `${href('requests')}?${new URLSearchParams({ caller: key_id, ...search })}`
  return (
    <span className={classes.use}>
      {newest === undefined ? (
        <span className="dim">{t(own === 0 ? 'tenants.not_used' : 'tenants.not_used_by_clients')}</span>
      ) : (
        <>
          <Link className="link" href={requestsOf({})}>
            {t('tenants.requests_count', { count: total })}
          </Link>
          <Link className="link" href={href('requests', newest.request_id)} aria-label={t('tenants.last_request')}>
            <Time at={newest.at} show="row" zoneName="hidden" />
          </Link>
        </>
      )}
      {own > 0 && (
        <Link
          className="link"
          href={requestsOf({ q: `origin:${OWN_ORIGINS}` })}
          title={t('tenants.used_by_ringback_hint')}
        >
          {t('tenants.used_by_ringback', { total: own })}
        </Link>
      )}
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

/** In a small window the mode of a key stands below its label. */
type Room = 'small' | 'usual'

/** The keys of a tenant, revoked ones too. */
export function KeyTable({ tenant: { tenant, keys }, selected }: { tenant: TenantView; selected: string | undefined }) {
  const { t } = useTranslation()
  const go = useGo()
  const controlUrl = useWorldObject().data?.control_url ?? ''
  const href = useHref()
  const width = useTableWidth({ isOpen: false })
  const room: Room = width === 'medium' || width === 'beside' ? 'small' : 'usual'
  const columns = useMemo((): ListColumn<KeyView>[] => {
    const mode: ListColumn<KeyView> = {
      id: 'mode',
      title: t('tenants.mode'),
      width: '72px',
      render: row => <ModeBadge mode={row.mode} />,
    }
    return [
      {
        id: 'label',
        title: t('tenants.label'),
        render: row => (
          <span className={classes.label}>
            <Link href={href(...placeOfNoun('key', row.key_id))} title={`${row.label}\n${row.key_id}`} translate="no">
              {row.label}
            </Link>
            {room === 'small' ? (
              <ModeBadge mode={row.mode} />
            ) : (
              <span className="dim nowrap">
                {t('tenants.created')} <Time at={row.created_at} show="time" zoneName="hidden" />
              </span>
            )}
          </span>
        ),
      },
      ...(room === 'small' ? [] : [mode]),
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
      { id: 'use', title: t('tenants.use'), width: '104px', render: row => <Use key_id={row.key_id} /> },
      {
        id: 'revoke',
        title: '',
        width: '98px',
        align: 'end',
        render: row => <Revoke tenant={tenant} row={row} room={room} />,
      },
    ]
  }, [t, href, tenant, room])
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
      rows={keys.toSorted(validFirst)}
      columns={columns}
      idOf={idOf}
      selected={selected}
      onOpen={({ key_id }, history) => go(['tenants', 'keys', key_id], { history })}
    />
  )
}

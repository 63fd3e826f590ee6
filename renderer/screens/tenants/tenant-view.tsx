import { Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { limitsOfPlan } from '../../../server/contract/plans.ts'
import type { TenantView, UpdateTenantBody } from '../../../server/control/protocol/worlds.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Named } from '../../components/named.tsx'
import { notifyUndo } from '../../components/notify.tsx'
import { Panel } from '../../components/panel.tsx'
import { useAssumedValue } from '../../data/assumptions.ts'
import { usableKeys } from '../../data/tenant-keys.ts'
import { useProjects, useStaff, useUpdateTenant } from '../../data/tenants.ts'
import { useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { EnvironmentText } from './environment.tsx'
import { IssueKey } from './issue-key.tsx'
import { KeyTable } from './key-table.tsx'
import { choiceOfPlan, planOfChoice, usePlanChoices } from './plan-choices.ts'
import classes from './tenants.module.css'

/** Name, plan and Open API: each change holds at once and can be taken back. */
function Access({ tenant }: { tenant: TenantView }) {
  const { t } = useTranslation()
  const plans = usePlanChoices()
  const update = useUpdateTenant(tenant.tenant)
  const [name, setName] = useState<string>()
  // What was just asked for is shown at once, and taken back when it is refused.
  const [asked, setAsked] = useState<Pick<UpdateTenantBody, 'plan' | 'open_api_enabled'>>({})
  const shown = { plan: tenant.plan, open_api_enabled: tenant.open_api_enabled, ...asked }
  const access = useAccessText(shown)
  const change = ({ name: renamed, ...body }: UpdateTenantBody, before: UpdateTenantBody, message: string) => {
    setAsked(body)
    update.mutate(renamed === undefined ? body : { name: renamed }, {
      onSuccess: () => notifyUndo({ message, undo: () => update.mutate(before) }),
      onSettled: () => setAsked({}),
    })
  }
  const rename = () => {
    const next = name?.trim()
    setName(undefined)
    if (next && next !== tenant.name)
      change({ name: next }, { name: tenant.name }, t('tenants.was_renamed', { tenant: tenant.tenant, name: next }))
  }
  return (
    <div className={classes.access}>
      <TextInput
        size="xs"
        label={t('tenants.name')}
        value={name ?? tenant.name}
        maxLength={200}
        onChange={event => setName(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={event => {
          if (event.key === 'Enter') rename()
          if (event.key === 'Escape') setName(undefined)
        }}
      />
      <Select
        size="xs"
        label={t('tenants.plan')}
        allowDeselect={false}
        data={plans}
        value={choiceOfPlan(shown.plan)}
        onChange={choice =>
          choice !== null &&
          change(
            { plan: planOfChoice(choice) },
            { plan: tenant.plan },
            t('tenants.plan_was_set', {
              tenant: tenant.tenant,
              plan: planOfChoice(choice) ?? t('tenants.no_plan'),
            }),
          )
        }
      />
      <Switch
        size="sm"
        label={t('tenants.open_api')}
        description={access}
        checked={shown.open_api_enabled}
        onChange={event => {
          const { checked } = event.currentTarget
          change(
            { open_api_enabled: checked },
            { open_api_enabled: !checked },
            t(checked ? 'tenants.was_enabled' : 'tenants.was_disabled', { tenant: tenant.tenant }),
          )
        }}
      />
    </div>
  )
}

/** What the tenant may ask for. */
function useAccessText({ plan, open_api_enabled }: Pick<TenantView, 'plan' | 'open_api_enabled'>): string {
  const { t } = useTranslation()
  const offRefuses = useAssumedValue('license.open_api_disabled')
  const withoutPlan = useAssumedValue('license.without_plan')
  const lacks = plan === null ? withoutPlan === 'refused' : !limitsOfPlan(plan).open_api_advanced
  if (!open_api_enabled) return t(offRefuses === 'licensed' ? 'tenants.open_api_part' : 'tenants.open_api_off')
  return t(lacks ? 'tenants.open_api_part' : 'tenants.open_api_on')
}

/** The same to be read, for those who look on. */
function AccessFacts({ tenant: { name, plan, open_api_enabled } }: { tenant: TenantView }) {
  const { t } = useTranslation()
  const access = useAccessText({ plan, open_api_enabled })
  return (
    <KeyValue
      pairs={[
        [t('tenants.name'), <Named key="name">{name}</Named>],
        [t('tenants.plan'), plan ?? t('tenants.no_plan')],
        [t('tenants.open_api'), access],
      ]}
    />
  )
}

/** What a person's own tests need to know, with the key of their choice. */
function Environment({ tenant }: { tenant: TenantView }) {
  const { t } = useTranslation()
  const usable = usableKeys(tenant)
  const [chosen, setChosen] = useState<string>()
  const key = usable.find(({ key_id }) => key_id === chosen) ?? usable[0]
  return (
    <Panel title={t('tenants.environment')}>
      <EnvironmentText tenant={tenant} plaintext={key?.key ?? 'svc_…'}>
        {usable.length > 0 && (
          <Select
            size="xs"
            w={150}
            aria-label={t('tenants.environment_key')}
            allowDeselect={false}
            data={usable.map(({ key_id, label }) => ({ value: key_id, label }))}
            value={key?.key_id ?? null}
            onChange={value => setChosen(value ?? undefined)}
          />
        )}
      </EnvironmentText>
      {usable.length === 0 && <p className={classes.note}>{t('tenants.environment_hint')}</p>}
    </Panel>
  )
}

function People({ tenant }: { tenant: string }) {
  const { t } = useTranslation()
  const lists = [
    { title: t('tenants.staff'), rows: useStaff(tenant).data?.data.map(row => [row.staff_id, row.name] as const) },
    {
      title: t('tenants.projects'),
      rows: useProjects(tenant).data?.data.map(row => [row.project_id, row.name] as const),
    },
  ]
  return lists.map(({ title, rows }) => (
    <Panel key={title} title={title} about={rows?.length}>
      {rows?.length === 0 ? (
        <EmptyState icon="tenants" title={t('common.none')} hint={t('tenants.nobody_hint')} />
      ) : (
        <ul className={classes.people}>
          {rows?.map(([id, name]) => (
            <li key={id}>
              <span className={classes.number}>
                <code>{id}</code>
                <CopyButton text={String(id)} what={`${title} ${id}`} />
              </span>
              <Named>{name}</Named>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  ))
}

/** One tenant: what it may do, its keys, its people. Key it by the tenant. */
export function TenantPanels({ tenant, keyId }: { tenant: TenantView; keyId: string | undefined }) {
  const { t } = useTranslation()
  const href = useHref()
  const presenting = usePresenting()
  const [issuing, setIssuing] = useState(false)
  const slug = tenant.tenant
  return (
    <div className={classes.panels}>
      <div className={classes.heading}>
        <h2>{slug}</h2> <CopyButton text={slug} what={t('nouns.tenant')} />
        <nav aria-label={t('tenants.more_about', { tenant: slug })}>
          <Link className="link" href={href('limits', slug)}>
            {t('screens.limits')}
          </Link>
          <Link className="link" href={`${href('requests')}?tenant=${encodeURIComponent(slug)}`}>
            {t('screens.requests')}
          </Link>
          <Link className="link" href={href('data', slug)}>
            {t('screens.data')}
          </Link>
        </nav>
      </div>
      {!tenant.open_api_enabled && (
        <p className={classes.warning} role="note">
          <Icon name="blocked" size={15} /> {t('tenants.off_note')}
        </p>
      )}
      <div className={classes.side}>
        <Panel title={t('tenants.access')}>
          {presenting ? <AccessFacts tenant={tenant} /> : <Access tenant={tenant} />}
        </Panel>
        <Panel
          title={t('tenants.keys')}
          pad="none"
          about={t('tenants.keys_hint')}
          actions={
            <Backstage>
              <Action variant="filled" icon="plus" onClick={() => setIssuing(true)}>
                {t('tenants.issue')}
              </Action>
            </Backstage>
          }
        >
          <KeyTable tenant={tenant} selected={keyId} />
        </Panel>
      </div>
      <div className={classes.side}>
        <Backstage>
          <Environment tenant={tenant} />
        </Backstage>
        <div className={classes.pair}>
          <People tenant={slug} />
        </div>
      </div>
      {issuing && !presenting && <IssueKey tenant={tenant} onClose={() => setIssuing(false)} />}
    </div>
  )
}

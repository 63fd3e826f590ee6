import { Alert, Button, Checkbox, Group, MultiSelect, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import detail from '../../components/detail.module.css'
import { DetailHead, Section } from '../../components/detail.tsx'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { SecretText } from '../../components/secret-text.tsx'
import { useContract } from '../../data/contract.ts'
import { useTenants } from '../../data/queries.ts'
import { keyFor } from '../../data/tenant-keys.ts'
import { useGo } from '../../routing/use-place.ts'
import { type RegisteredWebhook, useWebhookApi, type WebhookBody } from './use-webhooks.ts'
import classes from './webhooks.module.css'

const INBOX = 'https://inbox.ringback.test/my-crm'

interface SecretProps {
  webhook: RegisteredWebhook
  request_id: string
  onAnother: () => void
}

/** What the service shows once, in the place of the form, so that nobody has to look for it: it cannot be had again. */
function Secret({ webhook, request_id, onAnother }: SecretProps) {
  const { t } = useTranslation()
  const go = useGo()
  const title = t('webhooks.registered', { id: webhook.webhook_id })
  return (
    <Section title={title}>
      <Alert color="yellow" icon={<Icon name="alert" />} className={classes.once ?? ''}>
        {t('webhooks.secret_once')}
      </Alert>
      <div className={classes.secret}>
        <SecretText secret={webhook.secret} what={t('webhooks.secret')} />
      </div>
      <KeyValue
        pairs={[
          [t('webhooks.webhook'), <IdLink key="webhook" noun="webhook" id={webhook.webhook_id} />],
          [t('webhooks.registered_by'), <IdLink key="request" noun="request" id={request_id} />],
        ]}
      />
      <Group gap="xs" mt="sm">
        <Action ref={focused} variant="filled" onClick={() => go(['webhooks', 'subscriptions', webhook.webhook_id])}>
          {t('webhooks.open_registered')}
        </Action>
        <Action onClick={onAnother}>{t('webhooks.register_another')}</Action>
      </Group>
    </Section>
  )
}

/** The form that had the focus is gone. */
const focused = (button: HTMLElement | null) => button?.focus()

/** Registers a webhook through the emulated API: of the tenant of the list beside it, if that has one. */
export function RegisterWebhook({ of, onClose }: { of: string; onClose: () => void }) {
  const { t } = useTranslation()
  const tenants = useTenants() ?? []
  const contract = useContract()
  const [slug, setSlug] = useState<string>()
  const [body, setBody] = useState<Required<Pick<WebhookBody, 'url' | 'label'>>>({ url: INBOX, label: '' })
  const [left, setLeft] = useState<readonly string[]>([])
  const [projects, setProjects] = useState<string[]>([])
  const [statuses, setStatuses] = useState<string[]>([])
  const tenant =
    tenants.find(candidate => candidate.tenant === (slug ?? of)) ??
    tenants.find(candidate => candidate.plan === 'max' && keyFor(candidate, 'webhooks:manage') !== undefined)
  const { key, register } = useWebhookApi(tenant?.tenant)
  const kinds = contract?.subscribable_events ?? []
  const events = kinds.filter(kind => !left.includes(kind))
  const filters = {
    project_ids: projects.length > 0 ? projects.map(Number) : undefined,
    call_status: statuses.length > 0 ? statuses : undefined,
  }
  if (!tenant) return null
  const registerAnother = () => {
    register.reset()
    setBody({ url: INBOX, label: '' })
    setLeft([])
    setProjects([])
    setStatuses([])
  }
  if (register.data)
    return (
      <>
        <DetailHead title={t('webhooks.register')} onClose={onClose} />
        <Secret webhook={register.data.data} request_id={register.data.request_id} onAnother={registerAnother} />
      </>
    )
  return (
    <>
      <DetailHead title={t('webhooks.register')} onClose={onClose} />
      <form
        className={detail.form}
        onSubmit={event => {
          event.preventDefault()
          register.mutate({
            url: body.url,
            events,
            label: body.label || undefined,
            filters: projects.length + statuses.length > 0 ? filters : undefined,
          })
        }}
      >
        <p className={detail.note}>{t('webhooks.register_hint')}</p>
        <Select
          size="xs"
          label={t('table.tenant')}
          allowDeselect={false}
          data={tenants.map(candidate => candidate.tenant)}
          value={tenant.tenant}
          onChange={value => {
            setSlug(value ?? undefined)
            setProjects([])
          }}
          error={key === undefined ? t('webhooks.no_key', { tenant: tenant.tenant }) : undefined}
        />
        <TextInput
          size="xs"
          label={t('webhooks.url')}
          description={t('webhooks.url_hint')}
          value={body.url}
          onChange={({ currentTarget: { value } }) => setBody(before => ({ ...before, url: value }))}
          classNames={{ input: detail.code ?? '' }}
          spellCheck={false}
        />
        <TextInput
          size="xs"
          label={t('webhooks.label')}
          placeholder={t('calls.optional')}
          value={body.label}
          onChange={({ currentTarget: { value } }) => setBody(before => ({ ...before, label: value }))}
        />
        <Checkbox.Group
          size="xs"
          label={t('webhooks.events')}
          value={events}
          onChange={chosen => setLeft(kinds.filter(kind => !chosen.includes(kind)))}
        >
          <div className={classes.checks}>
            {kinds.map(kind => (
              <Checkbox key={kind} size="xs" value={kind} label={kind} />
            ))}
          </div>
        </Checkbox.Group>
        <MultiSelect
          size="xs"
          label={t('webhooks.filter_projects')}
          placeholder={projects.length === 0 ? t('webhooks.filter_any') : ''}
          data={tenant.project_ids.map(String)}
          value={projects}
          onChange={setProjects}
        />
        <MultiSelect
          size="xs"
          label={t('webhooks.filter_statuses')}
          placeholder={statuses.length === 0 ? t('webhooks.filter_any') : ''}
          data={(contract?.call_statuses ?? []).map(value => ({ value, label: t(`call_status.${value}`) }))}
          value={statuses}
          onChange={setStatuses}
        />
        <Button
          type="submit"
          loading={register.isPending}
          disabled={key === undefined || events.length === 0}
          leftSection={<Icon name="plus" size={14} />}
        >
          {t('webhooks.register')}
        </Button>
      </form>
    </>
  )
}

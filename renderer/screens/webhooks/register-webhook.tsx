import { Alert, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { type RegisteredWebhook, useWebhookApi } from '../../components/delivery/use-webhook-api.ts'
import detail from '../../components/detail.module.css'
import { DetailHead, Section } from '../../components/detail.tsx'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { SecretText } from '../../components/secret-text.tsx'
import { useTenants } from '../../data/queries.ts'
import { keyFor } from '../../data/tenant-keys.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useGo } from '../../routing/use-place.ts'
import { BarredTenant, barsOf } from './barred-tenant.tsx'
import { NoKey } from './no-key.tsx'
import { registrationOf } from './webhook-fields.ts'
import { WebhookForm } from './webhook-form.tsx'
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

/** The one tenant that has all webhooks there are, if it is one. */
function useOnlyOwner(): string | undefined {
  const owners = new Set(useAllWebhooks().map(({ tenant }) => tenant))
  return owners.size === 1 ? [...owners][0] : undefined
}

/** Registers a webhook through the emulated API: of the tenant whose webhooks are in the list beside it, if that is one. */
export function RegisterWebhook({ of, onClose }: { of: string; onClose: () => void }) {
  const { t } = useTranslation()
  const tenants = useTenants() ?? []
  const [slug, setSlug] = useState<string>()
  const only = useOnlyOwner()
  const tenant =
    tenants.find(candidate => candidate.tenant === (slug ?? (of || only))) ??
    tenants.find(candidate => candidate.plan === 'max' && keyFor(candidate, 'webhooks:manage') !== undefined)
  const { key, register } = useWebhookApi(tenant?.tenant, { showsErrors: true })
  if (!tenant) return null
  return (
    <>
      <DetailHead title={t('webhooks.register')} onClose={onClose} />
      {register.data ? (
        <Secret webhook={register.data.data} request_id={register.data.request_id} onAnother={() => register.reset()} />
      ) : (
        <WebhookForm
          initial={{ url: INBOX, label: '', events: undefined, projects: [], statuses: [] }}
          tenant={tenant.tenant}
          projects={tenant.project_ids}
          action={{ text: t('webhooks.register'), icon: 'plus' }}
          error={register.error}
          isPending={register.isPending}
          isBarred={key === undefined || barsOf(tenant).length > 0}
          urlHint={t('webhooks.url_hint')}
          onSubmit={fields => register.mutate(registrationOf(fields))}
        >
          <p className={detail.note}>{t('webhooks.register_hint')}</p>
          <Select
            size="xs"
            label={t('table.tenant')}
            allowDeselect={false}
            data={tenants.map(candidate => candidate.tenant)}
            value={tenant.tenant}
            onChange={value => setSlug(value ?? undefined)}
          />
          <BarredTenant tenant={tenant} />
          {key === undefined && <NoKey tenant={tenant.tenant} />}
        </WebhookForm>
      )}
    </>
  )
}

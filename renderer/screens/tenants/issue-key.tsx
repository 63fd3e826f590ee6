import { Button, Checkbox, Group, Radio, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyMode, Scope } from '../../../server/contract/scopes.ts'
import type { KeyView, TenantView } from '../../../server/control/protocol/worlds.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import form from '../../components/form.module.css'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { useContract } from '../../data/contract.ts'
import { useIssueKey } from '../../data/tenants.ts'
import { EnvironmentText } from './environment.tsx'
import classes from './tenants.module.css'

const MODES = ['live', 'test'] as const satisfies readonly KeyMode[]

/** The plaintext, which nobody can be shown again. */
function IssuedKey({ tenant, issued, onClose }: { tenant: TenantView; issued: KeyView; onClose: () => void }) {
  const { t } = useTranslation()
  const plaintext = issued.key ?? ''
  const kept = useRef<HTMLButtonElement>(null)
  // The form that had the focus is gone.
  useEffect(() => kept.current?.focus(), [])
  return (
    <div className={form.stack}>
      <p className={classes.warning} role="status">
        <Icon name="alert" size={15} /> {t('tenants.once')}
      </p>
      <div className={classes.plaintext}>
        <code>{plaintext}</code>
        <CopyButton text={plaintext} what={t('tenants.plaintext')} />
      </div>
      <div>
        <EnvironmentText tenant={tenant} plaintext={plaintext} />
      </div>
      <div className={form.end}>
        <span className="dim">
          {t('tenants.key_id')} <IdLink noun="key" id={issued.key_id} />
        </span>
        <Button size="compact-md" ml="auto" ref={kept} onClick={onClose}>
          {t('tenants.kept')}
        </Button>
      </div>
    </div>
  )
}

function KeyForm({
  tenant,
  onIssued,
  onClose,
}: {
  tenant: string
  onIssued: (key: KeyView) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const scopes = useContract()?.scopes ?? []
  const issue = useIssueKey(tenant)
  const [label, setLabel] = useState('')
  const [mode, setMode] = useState<KeyMode>('live')
  // Until somebody chooses, a key may do everything.
  const [chosen, setChosen] = useState<Scope[]>()
  const held = chosen ?? scopes
  return (
    <form
      className={form.stack}
      onSubmit={event => {
        event.preventDefault()
        issue.mutate({ mode, scopes: held, label: label.trim() || undefined }, { onSuccess: onIssued })
      }}
    >
      <TextInput
        size="xs"
        data-autofocus
        label={t('tenants.label')}
        placeholder={t('tenants.label_example')}
        value={label}
        maxLength={100}
        onChange={event => setLabel(event.currentTarget.value)}
      />
      <Radio.Group label={t('tenants.mode')} value={mode} onChange={value => setMode(value as KeyMode)}>
        <Group mt={4} gap="lg">
          {MODES.map(value => (
            <Radio key={value} size="xs" value={value} label={t(`tenants.mode_${value}`)} />
          ))}
        </Group>
      </Radio.Group>
      <Checkbox.Group label={t('tenants.scopes')} value={held} onChange={value => setChosen(value as Scope[])}>
        <div className={classes.scopes_form}>
          {scopes.map(scope => (
            <Checkbox key={scope} size="xs" value={scope} label={<code>{scope}</code>} />
          ))}
        </div>
      </Checkbox.Group>
      <Group gap="xs">
        <Button size="compact-xs" variant="default" onClick={() => setChosen([...scopes])}>
          {t('tenants.all_scopes')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => setChosen([])}>
          {t('tenants.no_scopes')}
        </Button>
        {held.length === 0 && <span className="dim">{t('tenants.scopeless')}</span>}
      </Group>
      {issue.error && (
        <p role="alert" className={classes.refused}>
          <ErrorText error={issue.error} />
        </p>
      )}
      <div className={form.end}>
        <Button size="compact-md" variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" size="compact-md" loading={issue.isPending}>
          {t('tenants.issue')}
        </Button>
      </div>
    </form>
  )
}

/** Issues a key to a tenant: what it may do, then its plaintext, once. */
export function IssueKey({ tenant, onClose }: { tenant: TenantView; onClose: () => void }) {
  const { t } = useTranslation()
  const [issued, setIssued] = useState<KeyView>()
  return (
    <Dialog
      onClose={onClose}
      // Neither a slip outside of the dialog nor Escape may lose the only sight of the key.
      closes={issued === undefined ? 'by_any_way' : 'by_button'}
      title={
        issued ? t('tenants.issued', { tenant: tenant.tenant }) : t('tenants.issue_for', { tenant: tenant.tenant })
      }
    >
      {issued ? (
        <IssuedKey tenant={tenant} issued={issued} onClose={onClose} />
      ) : (
        <KeyForm tenant={tenant.tenant} onIssued={setIssued} onClose={onClose} />
      )}
    </Dialog>
  )
}

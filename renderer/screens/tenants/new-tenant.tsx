import { Button, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import form from '../../components/form.module.css'
import { useCreateTenant } from '../../data/tenants.ts'
import { planOfChoice, usePlanChoices } from './plan-choices.ts'
import classes from './tenants.module.css'

/** The fields stand in line, whichever of them has something to explain. */
const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

const SLUG = '[a-z0-9][a-z0-9_\\-]{0,63}'

/** A further tenant of the world, with as many staff members and projects as a test needs. */
export function NewTenant({ onClose, onCreated }: { onClose: () => void; onCreated: (tenant: TenantView) => void }) {
  const { t } = useTranslation()
  const plans = usePlanChoices()
  const create = useCreateTenant()
  const [slug, setSlug] = useState('')
  const [name, setName] = useState('')
  const [plan, setPlan] = useState('pro')
  const [staff, setStaff] = useState<number | string>(3)
  const [projects, setProjects] = useState<number | string>(2)
  const [enabled, setEnabled] = useState(true)
  return (
    <Dialog title={t('tenants.new')} onClose={onClose}>
      <form
        className={form.stack}
        onSubmit={event => {
          event.preventDefault()
          create.mutate(
            {
              tenant: slug,
              name: name.trim() || undefined,
              plan: planOfChoice(plan),
              open_api_enabled: enabled,
              staff: Number(staff),
              projects: Number(projects),
            },
            { onSuccess: onCreated },
          )
        }}
      >
        <div className={form.fields}>
          <TextInput
            size="xs"
            data-autofocus
            required
            pattern={SLUG}
            label={t('tenants.slug')}
            description={t('tenants.slug_hint')}
            inputWrapperOrder={BELOW}
            value={slug}
            onChange={event => setSlug(event.currentTarget.value)}
          />
          <TextInput
            size="xs"
            label={t('tenants.name')}
            description={t('tenants.name_hint')}
            inputWrapperOrder={BELOW}
            value={name}
            maxLength={200}
            onChange={event => setName(event.currentTarget.value)}
          />
          <Select
            size="xs"
            label={t('tenants.plan')}
            allowDeselect={false}
            data={plans}
            value={plan}
            onChange={value => setPlan(value ?? plan)}
          />
          <NumberInput size="xs" label={t('tenants.staff')} min={0} max={500} value={staff} onChange={setStaff} />
          <NumberInput
            size="xs"
            label={t('tenants.projects')}
            min={0}
            max={500}
            value={projects}
            onChange={setProjects}
          />
        </div>
        <Switch
          size="xs"
          label={t('tenants.open_api')}
          checked={enabled}
          onChange={event => setEnabled(event.currentTarget.checked)}
        />
        {create.error && (
          <p role="alert" className={classes.refused}>
            <ErrorText error={create.error} />
          </p>
        )}
        <div className={form.end}>
          <Button size="compact-md" variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" size="compact-md" loading={create.isPending}>
            {t('tenants.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import form from '../../components/form.module.css'
import { notifyDone } from '../../components/notify.tsx'
import { useAssumedValue } from '../../data/assumptions.ts'
import { type Customer, useSaveCustomer } from '../../data/tenant-data.ts'
import { useProjects } from '../../data/tenants.ts'
import { fieldProblemText } from '../../i18n/refusal-text.ts'
import { Refused } from './source.tsx'

type Field = 'name' | 'kana' | 'tel1' | 'external_id'
const FIELDS: readonly Field[] = ['name', 'kana', 'tel1', 'external_id']

interface Props {
  tenant: TenantView
  /** Without one, a new customer is registered. */
  customer?: Customer
  onSaved: (customer: Customer) => void
}

/** The key of the phonetic reading in this world, in and out. */
function usePhoneticKey(): 'name_kana' | 'kana' {
  const value = useAssumedValue('customers.phonetic_key')
  return value === 'kana' ? 'kana' : 'name_kana'
}

/** Registers a customer or changes one, through the emulated API. */
export function CustomerForm({ tenant, customer, onSaved }: Props) {
  const { t } = useTranslation()
  const phonetic = usePhoneticKey()
  const projects = useProjects(tenant.tenant).data?.data ?? []
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({})
  const [project, setProject] = useState<string | null>(null)
  const save = useSaveCustomer(tenant)
  const nameOf = (field: Field) => (field === 'kana' ? phonetic : field)
  const before = (field: Field) => customer?.[nameOf(field)] ?? ''
  const project_id = customer?.project_id ?? Number(project ?? projects[0]?.project_id)

  // What was typed and differs; an emptied field is not sent, since the contract does not say how one is cleared.
  const changed = FIELDS.filter(field => typed[field] !== undefined && typed[field] !== before(field))
  const fields = Object.fromEntries(
    changed.filter(field => typed[field] !== '').map(field => [nameOf(field), typed[field] ?? '']),
  )
  const messages = save.error?.status === 422 ? (save.error.details ?? {}) : {}
  const errorOf = (name: string) => {
    const found = messages[name]
    return found === undefined
      ? undefined
      : [found]
          .flat()
          .map(one => fieldProblemText(t, String(one)))
          .join(t('common.between_sentences'))
  }
  return (
    <form
      className={form.stack}
      onSubmit={event => {
        event.preventDefault()
        const variables = customer ? { id: customer.customer_id, fields } : { fields: { project_id, ...fields } }
        save.mutate(variables, {
          onSuccess: saved => {
            setTyped({})
            notifyDone(t(customer ? 'data.was_changed' : 'data.was_created', { name: saved.name }))
            onSaved(saved)
          },
        })
      }}
    >
      <div className={form.fields}>
        {FIELDS.map((field, index) => (
          <TextInput
            key={field}
            size="xs"
            label={t(`data.${field}`)}
            description={nameOf(field)}
            value={typed[field] ?? before(field)}
            error={errorOf(nameOf(field))}
            autoComplete="off"
            data-autofocus={customer === undefined && index === 0 ? true : undefined}
            onChange={event => {
              const { value } = event.currentTarget
              setTyped(now => ({ ...now, [field]: value }))
            }}
          />
        ))}
        <Select
          size="xs"
          label={t('data.project')}
          description={customer ? t('data.project_fixed') : 'project_id'}
          readOnly={customer !== undefined}
          variant={customer ? 'filled' : 'default'}
          allowDeselect={false}
          value={String(project_id)}
          error={errorOf('project_id')}
          data={projects.map(row => ({ value: String(row.project_id), label: `${row.project_id} · ${row.name}` }))}
          onChange={setProject}
        />
      </div>
      {save.error && save.error.status !== 422 && <Refused error={save.error} tenant={tenant} />}
      <div className={form.end}>
        <Button type="submit" size="xs" loading={save.isPending} disabled={Object.keys(fields).length === 0}>
          {customer ? t('data.save') : t('data.create')}
        </Button>
      </div>
    </form>
  )
}

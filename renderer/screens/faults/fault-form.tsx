import { Autocomplete, Button, NumberInput, SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FaultView } from '../../../server/control/protocol/faults.ts'
import { Action } from '../../components/action.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import form from '../../components/form.module.css'
import { Icon, type IconName } from '../../components/icons.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { Panel } from '../../components/panel.tsx'
import { useContract } from '../../data/contract.ts'
import { useAddFault, useRemoveFault } from '../../data/faults.ts'
import { unitText } from '../../data/time-text.ts'
import { DeliveryEffectFields, DeliveryMatchFields } from './delivery-fields.tsx'
import {
  CONNECTIONS,
  type Connection,
  draftOf,
  EMPTY_DRAFT,
  type FaultDraft,
  type FieldsProps,
  faultOf,
  isPath,
  isSound,
  isStatus,
  isUnknown,
  OUTCOMES,
  STATUSES,
  SUBJECTS,
  type Subject,
  TEMPLATES,
  type TemplateName,
} from './draft.ts'
import classes from './faults.module.css'
import { OfDrill } from './of-drill.tsx'
import { TenantField } from './tenant-field.tsx'

const TEMPLATE_ICONS = {
  slow: 'clock',
  unavailable: 'cross',
  rate_limited: 'limits',
  dropped: 'plug',
  cut: 'minus',
  flaky: 'shadow',
  reordered: 'redirect',
  late: 'skip',
  duplicated: 'copy',
  forged: 'signature',
} as const satisfies Record<TemplateName, IconName>
const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[]

function MatchFields({ draft, set }: FieldsProps) {
  const { t } = useTranslation()
  const endpoints = useContract()?.endpoints ?? []
  return (
    <fieldset className={classes.group}>
      <legend>{t('faults.match')}</legend>
      <div className={form.fields}>
        <Select
          size="xs"
          label={t('requests.method')}
          placeholder={t('faults.any')}
          clearable
          data={[...new Set(endpoints.map(({ method }) => method))]}
          value={draft.method || null}
          onChange={method => set({ method: method ?? '' })}
        />
        <Autocomplete
          size="xs"
          label={t('requests.path')}
          placeholder={t('faults.any_path')}
          data={[...new Set(endpoints.map(({ path }) => path))]}
          error={isPath(draft.path) ? undefined : t('faults.path_begins')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={isUnknown(draft) ? t('faults.not_in_contract') : undefined}
          value={draft.path}
          onChange={path => set({ path })}
        />
        <TenantField draft={draft} set={set} />
        <Select
          size="xs"
          label={t('faults.outcome')}
          placeholder={t('faults.any_outcome')}
          clearable
          data={OUTCOMES.map(value => ({ value, label: t(`faults.outcome_${value}`) }))}
          value={draft.outcome || null}
          onChange={outcome => set({ outcome: (outcome ?? '') as FaultDraft['outcome'] })}
        />
      </div>
    </fieldset>
  )
}

function EffectFields({ draft, set }: FieldsProps) {
  const { t } = useTranslation()
  const errors = Object.values(useContract()?.errors ?? {})
  const codes = [...new Set(errors.map(({ code }) => code))]
  return (
    <fieldset className={classes.group}>
      <legend>{t('faults.effect')}</legend>
      <div className={form.fields}>
        <NumberInput
          size="xs"
          label={t('faults.latency')}
          placeholder={t('faults.no_latency')}
          suffix={unitText('s')}
          min={0}
          decimalScale={3}
          value={draft.latency}
          onChange={value => set({ latency: String(value) })}
        />
        <NumberInput
          size="xs"
          label={t('requests.status')}
          placeholder={t('faults.no_status')}
          allowDecimal={false}
          disabled={draft.connection === 'drop'}
          error={isStatus(draft.status) ? undefined : t('faults.status_range', STATUSES)}
          value={draft.status}
          onChange={value => set({ status: String(value) })}
        />
        <Autocomplete
          size="xs"
          label={t('faults.code')}
          placeholder={t('faults.code_hint')}
          data={codes}
          disabled={draft.connection === 'drop'}
          value={draft.code}
          onChange={code => set({ code })}
        />
        <NumberInput
          size="xs"
          label={t('faults.retry_after')}
          placeholder={t('faults.no_retry_after')}
          suffix={unitText('s')}
          min={0}
          allowDecimal={false}
          disabled={draft.connection === 'drop'}
          value={draft.retryAfter}
          onChange={value => set({ retryAfter: String(value) })}
        />
        <Select
          size="xs"
          label={t('faults.connection')}
          allowDeselect={false}
          data={CONNECTIONS.map(value => ({ value, label: t(`faults.connection_${value}`) }))}
          value={draft.connection}
          onChange={connection => set({ connection: (connection ?? 'kept') as Connection })}
        />
        {draft.connection === 'truncate' && (
          <NumberInput
            size="xs"
            label={t('faults.bytes')}
            suffix=" B"
            min={0}
            value={draft.bytes}
            onChange={value => set({ bytes: String(value) })}
          />
        )}
      </div>
    </fieldset>
  )
}

function ExtentFields({ draft, set }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.group}>
      <legend>{t('faults.extent')}</legend>
      <div className={form.fields}>
        <NumberInput
          size="xs"
          label={t('faults.times')}
          placeholder={t('faults.every_time')}
          min={1}
          allowDecimal={false}
          value={draft.times}
          onChange={value => set({ times: String(value) })}
        />
        <NumberInput
          size="xs"
          label={t('faults.probability')}
          suffix=" %"
          min={0}
          max={100}
          clampBehavior="none"
          value={draft.probability}
          onChange={value => set({ probability: String(value) })}
        />
        <NumberInput
          size="xs"
          label={t('faults.ttl')}
          placeholder={t('faults.no_end')}
          suffix={unitText('min')}
          min={0}
          value={draft.minutes}
          onChange={value => set({ minutes: String(value) })}
        />
      </div>
    </fieldset>
  )
}

/** Lays a fault down: a ready-made one, or one of one's own. With one that is open, another in its place. */
export function FaultForm({
  fault,
  onDone,
}: {
  fault: FaultView | undefined
  onDone: (id: number | undefined) => void
}) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<FaultDraft>(fault === undefined ? EMPTY_DRAFT : draftOf(fault))
  const add = useAddFault()
  const remove = useRemoveFault()
  const [isIdle, setIsIdle] = useState(false)
  const set = (change: Partial<FaultDraft>) => setDraft(before => ({ ...before, ...change }))
  const { method, path, event, webhook, tenant } = draft
  // As it was, it can only begin anew: that changes nothing while it has hit nothing and its end is not set.
  const isSame = fault !== undefined && JSON.stringify(draft) === JSON.stringify(draftOf(fault))
  const isUsed = fault !== undefined && (fault.fired > 0 || fault.expires_at !== null)
  const lay = () => {
    const body = faultOf(draft)
    const doesNothing = Object.keys(body.effect).length === 0
    setIsIdle(doesNothing)
    if (doesNothing || !isSound(draft)) return
    add.mutate(body, {
      onSuccess: ({ id }) => {
        if (fault === undefined) return notifyDone(t('faults.was_added', { id }))
        remove.mutate(fault.id, {
          onSuccess: () => {
            notifyDone(t('faults.was_replaced', { id, old: fault.id }))
            onDone(id)
          },
        })
      },
    })
  }
  return (
    <Panel
      title={fault === undefined ? t('faults.new') : t('faults.change', { id: fault.id })}
      about={fault && t(fault.fired > 0 ? 'faults.replace_hint' : 'faults.replace_hint_unhit', { id: fault.id })}
    >
      <form
        className={form.stack}
        onSubmit={event => {
          event.preventDefault()
          lay()
        }}
      >
        {fault?.drill && (
          <p className={classes.of_drill}>
            <OfDrill drill={fault.drill} />
            {t('common.full_stop')}
            {t(fault.drill.is_on ? 'faults.of_drill_hint' : 'faults.of_drill_over')}
          </p>
        )}
        <div className={classes.templates}>
          {TEMPLATE_NAMES.map(name => (
            <Action
              key={name}
              icon={TEMPLATE_ICONS[name]}
              onClick={() => setDraft({ ...EMPTY_DRAFT, method, path, event, webhook, tenant, ...TEMPLATES[name] })}
            >
              {t(`faults.template_${name}`)}
            </Action>
          ))}
        </div>
        <SegmentedControl
          size="xs"
          aria-label={t('faults.subject')}
          data={SUBJECTS.map(value => ({ value, label: t(`faults.subject_${value}`) }))}
          value={draft.subject}
          onChange={subject => set({ subject: subject as Subject })}
        />
        {draft.subject === 'requests' ? (
          <>
            <MatchFields draft={draft} set={set} />
            <EffectFields draft={draft} set={set} />
          </>
        ) : (
          <>
            <DeliveryMatchFields draft={draft} set={set} />
            <DeliveryEffectFields draft={draft} set={set} />
          </>
        )}
        <ExtentFields draft={draft} set={set} />
        <div className={`${form.end} ${classes.last}`}>
          {(isIdle || add.error) && (
            <p role="alert" className={classes.refused}>
              {isIdle ? t('faults.does_nothing') : <ErrorText error={add.error} />}
            </p>
          )}
          <Button
            size="compact-md"
            variant="default"
            onClick={() => (fault === undefined ? setDraft(EMPTY_DRAFT) : onDone(undefined))}
          >
            {t(fault === undefined ? 'faults.empty_form' : 'faults.new')}
          </Button>
          <Button
            type="submit"
            size="compact-md"
            loading={add.isPending || remove.isPending}
            disabled={isSame && !isUsed}
            leftSection={<Icon name="faults" size={14} />}
          >
            {fault === undefined ? t('faults.add') : t(isSame ? 'faults.again' : 'faults.replace', { id: fault.id })}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

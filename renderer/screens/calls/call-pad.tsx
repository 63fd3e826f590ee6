import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import type { TFunction } from 'i18next'
import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallStatus, CallType } from '../../../server/contract/calls.ts'
import { EXTERNAL_ID_MAX_LENGTH } from '../../../server/contract/constants.ts'
import { fieldProblem } from '../../../server/contract/field-problems.ts'
import type { PlaceCallBody } from '../../../server/control/protocol/calls.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import detail from '../../components/detail.module.css'
import { DetailHead } from '../../components/detail.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Icon } from '../../components/icons.tsx'
import { ANSWERED_NUMBER } from '../../data/answered-number.ts'
import { emulatedCurl } from '../../data/emulated-curl.ts'
import { idText } from '../../data/id-text.ts'
import { useTenants, useWorldObject } from '../../data/queries.ts'
import { keyFor, usualTenant } from '../../data/tenant-keys.ts'
import { fieldProblemText } from '../../i18n/refusal-text.ts'
import { placeOfNoun } from '../../routing/nouns.ts'
import { useHref } from '../../routing/use-place.ts'
import classes from './calls.module.css'
import { decidedBy } from './decided-by.ts'
import { DecidingLine } from './deciding-line.tsx'
import { refusedFields } from './refused-fields.ts'
import { type EditedStep, FIRST_STEPS, StepsEditor, scriptOf } from './steps-editor.tsx'
import { useHolderOf, useNumberEndings, useParties, usePlaceCall, useScripts } from './use-calls.ts'

const NUMBER_STEM = '+8131234'

/** What is typed; a call that is opened from the list, or the scripts, leave it as it is. */
export interface Draft {
  call_type: CallType
  tenant: string | undefined
  /** `undefined`: that of the calls which are listed, or one that is answered. */
  phone_number: string | undefined
  staff_id: string | null
  project_id: string | null
  external_id: string
  /** `null`: the script is left to the number and to chance. */
  steps: readonly EditedStep[] | null
}

export const EMPTY_DRAFT: Draft = {
  call_type: 'outbound',
  tenant: undefined,
  phone_number: undefined,
  staff_id: null,
  project_id: null,
  external_id: '',
  steps: null,
}

function bodyOf(draft: Draft & { phone_number: string }, tenant: TenantView): PlaceCallBody {
  return {
    tenant: tenant.tenant,
    call_type: draft.call_type,
    phone_number: draft.phone_number,
    staff_id: Number(draft.staff_id ?? tenant.staff_ids[0]),
    project_id: Number(draft.project_id ?? tenant.project_ids[0]),
    external_id: draft.external_id || undefined,
    script: draft.steps === null ? undefined : scriptOf(draft.steps),
  }
}

/** What decides leads to the endings, which stand below the field. */
const HINT_BELOW: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

/** What is said of an external id below its field: one with spaces at an end, or of spaces alone, is an id that reads like another one, or like none. */
function hintOf(id: string) {
  if (id !== '' && id.trim() === '') return 'calls.external_blank'
  return id === id.trim() ? 'calls.external_hint' : 'calls.external_spaces'
}

/** What the service would refuse of it whatever else is there, in its own words. */
function tooLong(t: TFunction, id: string): string | undefined {
  const { length } = [...id]
  const figures = { most: EXTERNAL_ID_MAX_LENGTH, length }
  return length > EXTERNAL_ID_MAX_LENGTH ? fieldProblemText(t, fieldProblem('long', figures)) : undefined
}

/** The same call as a request to the emulated API, which knows outbound calls only, and no steps. */
function curlOf(
  { staff_id, project_id, phone_number, external_id }: PlaceCallBody,
  baseUrl: string,
  key: string,
): string {
  const body = JSON.stringify({ phone_number, staff_id, project_id, external_id })
  return emulatedCurl({ method: 'POST', path: '/calls/initiate', key, body }, baseUrl)
}

function NumberField(props: {
  body: PlaceCallBody
  error: string | undefined
  onChange: (change: Partial<Draft>) => void
}) {
  const { body, error, onChange } = props
  const { t } = useTranslation()
  const endings = useNumberEndings()
  const scripts = useScripts().data?.data
  const decidedFor = (call: PlaceCallBody) =>
    scripts === undefined || endings === undefined ? undefined : decidedBy(call, { scripts, endings })
  const decided = decidedFor(body)
  return (
    <div>
      <TextInput
        size="sm"
        label={t('calls.phone_number')}
        description={decided && <DecidingLine decided={decided} />}
        inputWrapperOrder={HINT_BELOW}
        value={body.phone_number}
        error={error}
        onChange={event => onChange({ phone_number: event.currentTarget.value })}
        classNames={{ input: classes.dial ?? '' }}
        spellCheck={false}
        inputMode="tel"
      />
      {body.script === undefined && (
        <fieldset className={classes.endings} aria-label={t('calls.endings')}>
          {endings?.map(([ending, outcome]) => {
            const phone_number = `${NUMBER_STEM}${ending}`
            const isScripted = decidedFor({ ...body, phone_number })?.by === 'script'
            const said = t(isScripted ? 'calls.ending_scripted' : `call_status.${outcome as CallStatus}`)
            const isPressed = decided?.by === 'ending' && decided.ending === ending
            return (
              <Button
                key={ending}
                size="compact-xs"
                variant={isPressed ? 'light' : 'default'}
                aria-pressed={isPressed}
                aria-label={t('calls.ending_is', { ending, outcome: said })}
                onClick={() => onChange({ phone_number })}
              >
                …{ending} {said}
              </Button>
            )
          })}
        </fieldset>
      )}
    </div>
  )
}

/** A field for one of the tenant's own, with names where they are known. */
function PartyField(props: {
  label: string
  ids: readonly number[]
  nameOf: (id: number) => string | undefined
  value: string | null
  error: string | undefined
  onChange: (value: string | null) => void
}) {
  const { label, ids, nameOf, value, error, onChange } = props
  return (
    <Select
      size="xs"
      label={label}
      searchable
      allowDeselect={false}
      data={ids.map(id => ({
        value: String(id),
        label: nameOf(id) === undefined ? String(id) : `${nameOf(id)} · ${id}`,
      }))}
      value={value ?? String(ids[0] ?? '')}
      error={error}
      onChange={onChange}
    />
  )
}

/** Places a call as if it happened in the service: outbound or inbound, with a script or left to chance. */
export function CallPad({
  typed,
  onType,
  listed,
  onPlaced,
  onClose,
}: {
  typed: Draft
  onType: Dispatch<SetStateAction<Draft>>
  /** Of the calls that are listed, if they are of one tenant or number; else empty: these are the calls that one would see. */
  listed: { tenant: string; phone_number: string }
  onPlaced: (id: string) => void
  /** Folds it away. */
  onClose: () => void
}) {
  const { t } = useTranslation()
  const href = useHref()
  const tenants = useTenants() ?? []
  const { data: world } = useWorldObject()
  const draft = { ...typed, phone_number: typed.phone_number ?? (listed.phone_number || ANSWERED_NUMBER) }
  const tenant = tenants.find(({ tenant: slug }) => slug === (draft.tenant ?? listed.tenant)) ?? usualTenant(tenants)
  const { staff, projects } = useParties(tenant?.tenant)
  const place = usePlaceCall()
  const change = (part: Partial<Draft>) => onType(before => ({ ...before, ...part }))
  const form = useRef<HTMLFormElement>(null)
  const refused = refusedFields(t, place.error)
  const sent = place.variables
  const { external_id } = draft
  const holder = useHolderOf(
    tenant === undefined || external_id === '' || tooLong(t, external_id) !== undefined
      ? undefined
      : { tenant: tenant.tenant, external_id },
  )
  // What was refused says so until something else stands there; what is taken is seen before it is sent.
  const isAsSent = sent?.external_id === (external_id || undefined) && sent?.tenant === tenant?.tenant
  const wrongId =
    tooLong(t, external_id) ?? (isAsSent ? refused.external_id : undefined) ?? (holder && t('calls.external_taken'))
  // What is wrong comes first, for whoever reads and for whoever listens.
  useEffect(() => {
    if (place.error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [place.error])
  if (!tenant) return null
  const body = bodyOf(draft, tenant)
  const key = keyFor(tenant, 'calls:initiate')
  return (
    <>
      <DetailHead
        title={
          <>
            <span>{t('calls.pad')}</span>
            <small className="dim">{t('calls.pad_about')}</small>
          </>
        }
        onClose={onClose}
      />
      <form
        ref={form}
        className={detail.form}
        onSubmit={event => {
          event.preventDefault()
          place.mutate(body, {
            onSuccess: ({ call_id }) => {
              onType(EMPTY_DRAFT)
              onPlaced(call_id)
            },
          })
        }}
      >
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('calls.direction')}
          value={draft.call_type}
          onChange={value => change({ call_type: value as CallType })}
          data={(['outbound', 'inbound'] as const).map(value => ({ value, label: t(`calls.direct.${value}`) }))}
        />
        <NumberField
          body={body}
          error={sent?.phone_number === body.phone_number ? refused.phone_number : undefined}
          onChange={change}
        />
        <Select
          size="xs"
          label={t('table.tenant')}
          allowDeselect={false}
          data={tenants.map(({ tenant: slug, plan }) => ({
            value: slug,
            // Tenants that come with a world are called by their plan.
            label: plan === slug ? slug : `${slug} · ${plan ?? t('limits.no_plan')}`,
          }))}
          value={tenant.tenant}
          error={refused.tenant}
          onChange={slug => change({ tenant: slug ?? undefined, staff_id: null, project_id: null })}
        />
        <div className={detail.pair}>
          <PartyField
            label={t('calls.staff')}
            ids={tenant.staff_ids}
            nameOf={id => staff?.find(({ staff_id }) => staff_id === id)?.name}
            value={draft.staff_id}
            error={refused.staff_id}
            onChange={staff_id => change({ tenant: tenant.tenant, staff_id })}
          />
          <PartyField
            label={t('calls.project')}
            ids={tenant.project_ids}
            nameOf={id => projects?.find(({ project_id }) => project_id === id)?.name}
            value={draft.project_id}
            error={refused.project_id}
            onChange={project_id => change({ tenant: tenant.tenant, project_id })}
          />
        </div>
        <TextInput
          size="xs"
          label={t('table.external_id')}
          description={t(hintOf(external_id), { id: external_id.trim(), shown: idText(external_id) })}
          placeholder={t('calls.optional')}
          value={draft.external_id}
          error={
            wrongId === undefined || holder === undefined ? (
              wrongId
            ) : (
              <>
                <span>{wrongId}</span>{' '}
                <a className="link" href={href(...placeOfNoun('call', holder))}>
                  {t('calls.show_holder')}
                </a>
              </>
            )
          }
          onChange={event => change({ external_id: event.currentTarget.value })}
          spellCheck={false}
        />
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('calls.script')}
          value={draft.steps === null ? 'rules' : 'own'}
          onChange={value => change({ steps: value === 'own' ? FIRST_STEPS : null })}
          data={[
            { value: 'rules', label: t('calls.script_by_rules') },
            { value: 'own', label: t('calls.script_by_hand') },
          ]}
        />
        {draft.steps !== null && <StepsEditor steps={draft.steps} onChange={steps => change({ steps })} />}
        {place.error && (Object.keys(refused).length === 0 || refused.script !== undefined) && (
          <p role="alert" className={classes.refused}>
            {refused.script ?? <ErrorText error={place.error} />}
          </p>
        )}
        <div className={classes.place}>
          <Button
            type="submit"
            flex={1}
            // What is known to be refused can be sent all the same, to see how.
            variant={wrongId === undefined ? 'filled' : 'light'}
            loading={place.isPending}
            leftSection={<Icon name="calls" size={15} />}
          >
            {t('calls.place')}
          </Button>
          {draft.call_type === 'outbound' && draft.steps === null && key !== undefined && world && (
            <CopyButton text={curlOf(body, world.base_url, key)} what="curl" />
          )}
        </div>
      </form>
    </>
  )
}

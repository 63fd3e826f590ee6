import { Autocomplete, Button, PasswordInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import { Badge } from '../../components/badge.tsx'
import { LocalBodyView } from '../../components/body-view.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { FaultMark } from '../../components/forged-event.tsx'
import form from '../../components/form.module.css'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { JsonEditor } from '../../components/json-editor.tsx'
import { PlainText } from '../../components/json-view.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Panel } from '../../components/panel.tsx'
import { HttpStatus } from '../../components/status-badge.tsx'
import { type EmulatedAnswer, type EmulatedRequest, sendEmulated } from '../../data/emulated-request.ts'
import { filledExample, parameterExample } from '../../data/filled-example.ts'
import type { OpenApiParameter, Operation } from '../../data/openapi.ts'
import { useTenants, useWorldObject } from '../../data/queries.ts'
import { firstKey, usableKeys } from '../../data/tenant-keys.ts'
import { bytesText, durationText } from '../../data/time-text.ts'
import { usePage } from '../../data/use-page.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useHref } from '../../routing/use-place.ts'
import { queryToKeep } from '../../routing/use-present.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { REFERENCE_FIELDS } from './fields.ts'
import { nounOf, type OwnNoun, useOwnId } from './own-ids.ts'
import classes from './reference.module.css'
import { SNIPPET_LANGUAGES, type SnippetLanguage, snippetOf } from './snippets.ts'

const OTHER = 'other'
const NONE = 'none'
const HOUR_MS = 3_600_000

/** Says that a fault has hit the request: what the answer says is then not what the service would have said. */
function ByFault({ request }: { request: string }) {
  const { t } = useTranslation()
  // By a search, which finds nothing where a key that nobody knows has led to another world.
  const page = usePage<ExchangeView>('requests', { q: request, origin: 'dashboard', limit: 1 }).data
  const fault = page?.data.find(({ request_id }) => request_id === request)?.fault ?? null
  if (fault === null) return null
  return (
    <Badge tone="warn" icon="faults" look="plain">
      {t('reference.by_fault')} <FaultMark fault={fault} />
    </Badge>
  )
}

function Answer({ answer }: { answer: EmulatedAnswer }) {
  const { t } = useTranslation()
  const { status, text, headers, request_id, duration_ms } = answer
  const bytes = new TextEncoder().encode(text)
  const base64 = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  return (
    <section className={classes.result} aria-label={t('reference.answer')} aria-live="polite">
      <div className={classes.result_head}>
        <HttpStatus status={status} />
        <span>{durationText(duration_ms)}</span>
        <span className="dim">{bytesText(bytes.length)}</span>
        {request_id !== null && <ByFault request={request_id} />}
      </div>
      {request_id !== null && (
        <p className={classes.to_trace}>
          <Icon name="requests" size={13} />
          <span className="nowrap">{t('reference.why')}</span> <IdLink noun="request" id={request_id} />
        </p>
      )}
      <LocalBodyView body={{ text, base64, bytes: bytes.length }} label={t('requests.response_body')} />
      <details>
        <summary className="dim">{t('reference.headers', { count: headers.length })}</summary>
        <KeyValue look="mono" pairs={headers} />
      </details>
    </section>
  )
}

/**
 * Which key the request goes out with: one of the tenant's, one that is typed, or none. Until a tenant is chosen it is the one that has used the world
 * `last`, and in a world that none has used that of the first steps.
 */
function useKey(last: string | null | undefined) {
  const [{ tenant, key }, setState] = useUrlState(REFERENCE_FIELDS)
  const [typed, setTyped] = useState('')
  const tenants = useTenants() ?? []
  const usual = tenants.find(row => row.tenant === last) ?? firstKey(tenants)?.tenant ?? tenants[0]
  // Nothing is filled in for one tenant that would then be another.
  const chosen = tenants.find(row => row.tenant === tenant) ?? (last === undefined ? undefined : usual)
  const usable = chosen ? usableKeys(chosen) : []
  const choice =
    key === OTHER || key === NONE ? key : (usable.find(({ key_id }) => key_id === key) ?? usable[0])?.key_id
  const plaintext = choice === OTHER ? typed : usable.find(({ key_id }) => key_id === choice)?.key
  return { tenants, chosen, usable, choice, plaintext, typed, setTyped, setState }
}

function KeyFields({ state }: { state: ReturnType<typeof useKey> }) {
  const { t } = useTranslation()
  const { tenants, chosen, usable, choice, typed, setTyped, setState } = state
  return (
    <div className={form.fields}>
      <Select
        size="xs"
        label={t('table.tenant')}
        allowDeselect={false}
        value={chosen?.tenant ?? null}
        data={tenants.map(({ tenant }) => tenant)}
        onChange={tenant => setState({ tenant: tenant ?? '', key: '' })}
      />
      <Select
        size="xs"
        label={t('reference.key')}
        allowDeselect={false}
        value={choice ?? OTHER}
        data={[
          ...usable.map(({ key_id, label, mode }) => ({
            value: key_id,
            label: label === mode ? label : `${label} · ${mode}`,
          })),
          { value: OTHER, label: t('reference.other_key') },
          { value: NONE, label: t('reference.no_key') },
        ]}
        onChange={key => setState({ key: key ?? '' })}
      />
      {choice === OTHER && (
        <PasswordInput
          size="xs"
          className={form.wide ?? ''}
          label={t('reference.key_value')}
          value={typed}
          autoComplete="off"
          onChange={event => setTyped(event.currentTarget.value)}
        />
      )}
    </div>
  )
}

/** The endpoint that makes one, by what is missing. */
const MADE_BY = {
  call: { id: 'initiateCall', text: 'POST /calls/initiate' },
  customer: { id: 'createCustomer', text: 'POST /customers' },
  webhook: { id: 'createWebhook', text: 'POST /webhooks' },
} as const satisfies Record<OwnNoun, { id: string; text: string }>

/** Under the field of an id that nothing of the tenant has. */
function NoneYet({ noun, tenant }: { noun: OwnNoun; tenant: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const { id, text } = MADE_BY[noun]
  return (
    <>
      {t(`reference.none_yet.${noun}`, { tenant })}{' '}
      <Link className="link nowrap" href={`${href('reference', id)}${queryToKeep()}`}>
        {text}
      </Link>
    </>
  )
}

interface ParameterProps {
  row: OpenApiParameter
  example: string
  value: string
  onChange: (value: string) => void
  /** Below the field. */
  description?: ReactNode
}

/** The hint leads to what would fill the field. */
const HINT_BELOW: ('label' | 'input' | 'description')[] = ['label', 'input', 'description']

/** Where the contract names the values they are offered; any other can be typed all the same, to see it refused. */
function ParameterField({ row, example, value, onChange, description }: ParameterProps) {
  const { name, in: place, required = false, schema } = row
  const shared = {
    size: 'xs',
    label: name,
    withAsterisk: required,
    placeholder: example,
    value,
    description,
    inputWrapperOrder: HINT_BELOW,
    // Without it the path would be that of another endpoint.
    required: place === 'path',
    className: place === 'path' ? (form.wide ?? '') : '',
    autoComplete: 'off',
  } as const
  return schema.enum === undefined ? (
    <TextInput {...shared} onChange={event => onChange(event.currentTarget.value)} />
  ) : (
    <Autocomplete {...shared} data={schema.enum.map(String)} onChange={onChange} />
  )
}

const LANGUAGE_NAMES = { curl: 'curl', javascript: 'JavaScript', python: 'Python' } as const satisfies Record<
  SnippetLanguage,
  string
>

/** The request as code that sends the same. */
function AsCode({ request, baseUrl }: { request: EmulatedRequest; baseUrl: string }) {
  const { t } = useTranslation()
  const [{ code: language }, setState] = useUrlState(REFERENCE_FIELDS)
  const code = snippetOf(language, request, baseUrl)
  const name = LANGUAGE_NAMES[language]
  return (
    <section className={classes.call} aria-label={t('reference.as_code')}>
      <SegmentedControl
        size="xs"
        aria-label={t('reference.as_code')}
        value={language}
        onChange={value => setState({ code: value as SnippetLanguage })}
        data={SNIPPET_LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      {language === 'curl' ? (
        <CommandLine command={code} />
      ) : (
        <div className={classes.code}>
          <PlainText text={code} label={t('reference.in_language', { language: name })} />
          <CopyButton text={code} what={name} />
        </div>
      )}
    </section>
  )
}

/** Sends a request of this endpoint to the world and shows the answer, with the way to the reason for it. Key it by the operation. */
export function TryIt({ operation, last }: { operation: Operation; last: string | null | undefined }) {
  const { t } = useTranslation()
  const { method, path, parameters = [], requestBody } = operation
  const world = useWorldObject().data
  const key = useKey(last)
  const now = useEmulatedNow(HOUR_MS)
  const tenant = key.chosen?.tenant
  const named = parameters.find(row => row.in === 'path' && nounOf(row.name) !== undefined)
  const noun = named && nounOf(named.name)
  const ownId = useOwnId(named?.name, tenant)
  const exampleText = (row: OpenApiParameter) =>
    row === named ? (ownId ?? '') : now === undefined ? '' : parameterExample(row, now)
  // An id is of one tenant, so what was typed for another does not stay.
  const placeOf = (row: OpenApiParameter) => (row === named ? `${row.name} ${tenant}` : row.name)
  // What nobody has typed follows the tenant and the clock.
  const [typedValues, setValues] = useState<{ [name: string]: string }>({})
  const [typedBody, setBody] = useState<string>()
  const values: { [name: string]: string } = {
    ...Object.fromEntries(
      parameters.flatMap(row => {
        const value = typedValues[placeOf(row)] ?? (row.required ? exampleText(row) : undefined)
        return value === undefined ? [] : [[row.name, value]]
      }),
    ),
  }
  const example = filledExample(requestBody?.content['application/json']?.example, key.chosen)
  const body = typedBody ?? (example === undefined ? '' : JSON.stringify(example, null, 2))
  const request: EmulatedRequest = {
    method,
    // The form asks for what is missing; until then the code has its name.
    path: path.replace(/\{(\w+)\}/g, (whole, name: string) =>
      values[name] ? encodeURIComponent(values[name]) : whole,
    ),
    query: Object.fromEntries(parameters.filter(row => row.in === 'query').map(({ name }) => [name, values[name]])),
    key: key.plaintext,
    body: requestBody ? body : undefined,
  }
  const send = useMutation({ meta: { showsErrors: true }, mutationFn: () => sendEmulated(request) })
  return (
    <Panel title={t('reference.try_it')} about={t('reference.try_hint')}>
      <form
        className={form.stack}
        onSubmit={event => {
          event.preventDefault()
          send.mutate()
        }}
      >
        <KeyFields state={key} />
        {parameters.length > 0 && (
          <div className={form.fields}>
            {parameters.map(row => (
              <ParameterField
                key={row.name}
                row={row}
                example={exampleText(row)}
                value={values[row.name] ?? ''}
                onChange={value => setValues(before => ({ ...before, [placeOf(row)]: value }))}
                description={
                  row === named && noun !== undefined && tenant !== undefined && ownId === null ? (
                    <NoneYet noun={noun} tenant={tenant} />
                  ) : undefined
                }
              />
            ))}
          </div>
        )}
        {requestBody && (
          <JsonEditor
            label={t('requests.request_body')}
            value={body}
            onChange={setBody}
            minRows={5}
            onSubmit={() => send.mutate()}
          />
        )}
        <div className={form.end}>
          <Button
            type="submit"
            size="compact-md"
            loading={send.isPending}
            leftSection={<Icon name="arrow_right" size={14} />}
          >
            {t('reference.send')}
          </Button>
        </div>
      </form>
      {send.error && (
        <p role="alert" className={classes.broken}>
          {t('reference.no_answer', { reason: t('common.broken_off') })}
        </p>
      )}
      {send.data && <Answer answer={send.data} />}
      <AsCode request={request} baseUrl={world?.base_url ?? ''} />
    </Panel>
  )
}

import { Button, Checkbox, Group, MultiSelect, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import detail from '../../components/detail.module.css'
import { ErrorText } from '../../components/error-text.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { useContract } from '../../data/contract.ts'
import { fieldProblemText } from '../../i18n/refusal-text.ts'
import { UrlProblem } from './url-problem.tsx'
import { UrlRemark } from './url-remark.tsx'
import { useWebhookCheck } from './use-webhooks.ts'
import { type Details, detailsOf, problemsOf, type WebhookFields } from './webhook-fields.ts'
import classes from './webhooks.module.css'

/** The fields of a webhook that the service may complain about; of filters, it names what is in them. */
const FIELDS = ['url', 'label', 'events', 'filters.project_ids', 'filters.call_status'] as const
type Field = (typeof FIELDS)[number]

/** What is said to be wrong with each field, in the language of the page; what belongs to none is left out. */
function useProblems(details: Details | undefined): { [Name in Field]?: string } {
  const { t } = useTranslation()
  return Object.fromEntries(
    FIELDS.flatMap(field => {
      const said = problemsOf(details, field)
      if (said.length === 0) return []
      // The URL has words of its own for some of them.
      return [[field, said.map(text => (field === 'url' ? text : fieldProblemText(t, text))).join(' ')]]
    }),
  )
}

interface Props {
  initial: WebhookFields
  /** Whose it is, and its id where it has one already. */
  tenant: string
  id?: number
  /** Those of its tenant, by their ids. */
  projects: readonly number[]
  /** The word on the button that sends it. */
  action: { text: string; icon: IconName }
  error: Error | null
  isPending: boolean
  /** Whether it cannot be sent, whatever it says. */
  isBarred?: boolean
  /** Whether what is typed is what there is already, so that there is nothing to send. */
  isAsBefore?: (fields: WebhookFields) => boolean
  urlHint: string
  filtersHint?: string | undefined
  onSubmit: (fields: WebhookFields) => void
  onCancel?: () => void
  /** Above its fields. */
  children?: ReactNode
}

/** The fields of a webhook, each with what the service says is wrong with it; the button that sends them stays in view. */
export function WebhookForm(props: Props) {
  const { initial, projects, action, error, isPending, isBarred = false, urlHint, filtersHint } = props
  const { t } = useTranslation()
  const contract = useContract()
  const [fields, setFields] = useState(initial)
  // What the service has judged, whatever is typed since.
  const [sentUrl, setSentUrl] = useState('')
  // What stood in a field when it was left.
  const [left, setLeft] = useState<{ url?: string; label?: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const problems = useProblems(detailsOf(error))
  const checked = {
    ...useProblems(useWebhookCheck('url', left.url)),
    ...useProblems(useWebhookCheck('label', left.label)),
  }
  const typed = { url: fields.url.trim(), label: fields.label.trim() }
  // Once it is another URL, that is no longer wrong with it.
  const [judged, urlProblem] =
    typed.url === sentUrl && problems.url !== undefined
      ? [sentUrl, problems.url]
      : [typed.url, typed.url === left.url ? checked.url : undefined]
  const labelProblem = typed.label === left.label ? checked.label : undefined
  const isOther = error !== null && Object.keys(problems).length === 0
  const change = (part: Partial<WebhookFields>) => setFields(before => ({ ...before, ...part }))
  const kinds = contract?.subscribable_events ?? []
  const events = fields.events ?? [...kinds]
  const isAsBefore = props.isAsBefore?.({ ...fields, ...typed, events }) ?? false
  // Those of another tenant, which was chosen before, go.
  const chosenProjects = fields.projects.filter(id => projects.includes(Number(id)) || initial.projects.includes(id))
  // What is wrong comes first, for whoever reads and for whoever listens.
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return (
    <form
      ref={form}
      className={`${detail.form} ${classes.webhook_form}`}
      onSubmit={event => {
        event.preventDefault()
        // What was pasted with it, and nobody sees.
        change(typed)
        setSentUrl(typed.url)
        if (!isPending) props.onSubmit({ ...fields, ...typed, events, projects: chosenProjects })
      }}
      noValidate
    >
      {props.children}
      <TextInput
        size="xs"
        label={t('webhooks.url')}
        description={urlHint}
        value={fields.url}
        error={urlProblem && <UrlProblem problem={urlProblem} url={judged} tenant={props.tenant} />}
        onChange={({ currentTarget: { value } }) => change({ url: value })}
        onBlur={() => setLeft(before => ({ ...before, url: typed.url }))}
        classNames={{ input: detail.code ?? '' }}
        spellCheck={false}
      />
      <UrlRemark
        url={urlProblem === undefined ? fields.url : ''}
        tenant={props.tenant}
        id={props.id}
        events={events}
        before={initial.url}
        isNew={typed.url !== initial.url}
        onMend={url => change({ url })}
      />
      <TextInput
        size="xs"
        label={t('webhooks.label')}
        placeholder={t('calls.optional')}
        value={fields.label}
        error={labelProblem ?? problems.label}
        onChange={({ currentTarget: { value } }) => change({ label: value })}
        onBlur={() => setLeft(before => ({ ...before, label: typed.label }))}
      />
      <Checkbox.Group
        size="xs"
        label={t('webhooks.events')}
        value={[...events]}
        error={problems.events ?? (events.length === 0 ? t('webhooks.no_events') : undefined)}
        onChange={chosen => change({ events: kinds.filter(kind => chosen.includes(kind)) })}
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
        description={filtersHint}
        placeholder={chosenProjects.length === 0 ? t('webhooks.filter_any') : ''}
        data={[...new Set([...projects.map(String), ...initial.projects])]}
        value={chosenProjects}
        error={problems['filters.project_ids']}
        onChange={chosen => change({ projects: chosen })}
      />
      <MultiSelect
        size="xs"
        label={t('webhooks.filter_statuses')}
        placeholder={fields.statuses.length === 0 ? t('webhooks.filter_any') : ''}
        data={(contract?.call_statuses ?? []).map(value => ({ value, label: t(`call_status.${value}`) }))}
        value={[...fields.statuses]}
        error={problems['filters.call_status']}
        onChange={chosen => change({ statuses: chosen })}
      />
      <div className={classes.send_form}>
        {isOther && (
          <p role="alert" className={classes.refused}>
            <ErrorText error={error} />
          </p>
        )}
        <Group gap="xs" grow={props.onCancel === undefined}>
          <Button
            type="submit"
            size="xs"
            loading={isPending}
            disabled={isBarred || events.length === 0 || isAsBefore}
            title={isAsBefore ? t('webhooks.as_before') : undefined}
            // The field stays the one that is typed in, so that nothing that is told of it moves the button from under the press.
            onMouseDown={event => event.preventDefault()}
            leftSection={<Icon name={action.icon} size={14} />}
          >
            {action.text}
          </Button>
          {props.onCancel && (
            <Action size="xs" onClick={props.onCancel}>
              {t('common.cancel')}
            </Action>
          )}
        </Group>
      </div>
    </form>
  )
}

import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Json } from '../../../server/contract/assumption-entry.ts'
import type { EventKind } from '../../../server/contract/events.ts'
import { CommandLine } from '../../components/command-line.tsx'
import detail from '../../components/detail.module.css'
import { DetailHead } from '../../components/detail.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Icon } from '../../components/icons.tsx'
import { notifyFailed } from '../../components/notify.tsx'
import { useContract } from '../../data/contract.ts'
import { useTenants } from '../../data/queries.ts'
import { useTenantWithWebhook, useTriggerCommand } from './use-trigger-command.ts'
import { useTrigger } from './use-webhooks.ts'
import parts from './webhooks.module.css'

/** The overrides as they were written; `undefined` when that is no JSON object. */
function readData(text: string): { [path: string]: Json } | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { [path: string]: Json })
      : undefined
  } catch {
    return undefined
  }
}

/** What is wrong with which field, as the emulator names it before a colon; `other` is about all of it. */
function useProblems(error: Error | null): { call_id?: ReactNode; data?: ReactNode; other?: ReactNode } {
  if (error === null) return {}
  const [, field] = /^(call_id|data): /.exec(error.message) ?? []
  return { [field ?? 'other']: <ErrorText error={error} /> }
}

/** Causes an event as if it happened in the service. */
export function TriggerEvent({ onClose, onTriggered }: { onClose: () => void; onTriggered: (id: string) => void }) {
  const { t } = useTranslation()
  const tenants = useTenants() ?? []
  const kinds = useContract()?.subscribable_events ?? []
  const [slug, setSlug] = useState<string>()
  const [kind, setKind] = useState<EventKind>()
  const [call, setCall] = useState('')
  const [text, setText] = useState('')
  const trigger = useTrigger()
  const subscribed = useTenantWithWebhook()
  const tenant = slug ?? subscribed ?? ''
  const event = kind ?? kinds[0]
  const data = readData(text)
  const asked = { tenant, event, call_id: call || undefined, data: text.trim() === '' ? undefined : data }
  const command = useTriggerCommand(asked)
  const problems = useProblems(trigger.error)
  const submit = () => {
    if (data === undefined || event === undefined) return
    trigger.mutate(
      { ...asked, event },
      {
        onSuccess: result => {
          if (result.event !== null) onTriggered(result.event_id)
          else
            notifyFailed(
              new Error(t('webhooks.trigger_suppressed', { reason: t(`ledger_reasons.${result.suppressed.reason}`) })),
            )
        },
      },
    )
  }
  return (
    <>
      <DetailHead title={t('webhooks.trigger')} onClose={onClose} />
      <form
        className={detail.form}
        onSubmit={submitted => {
          submitted.preventDefault()
          submit()
        }}
      >
        <p className={detail.note}>{t('webhooks.trigger_hint')}</p>
        <Select
          size="xs"
          label={t('webhooks.event')}
          allowDeselect={false}
          data={kinds}
          value={event ?? null}
          onChange={value => setKind((value ?? undefined) as EventKind | undefined)}
        />
        <Select
          size="xs"
          label={t('table.tenant')}
          allowDeselect={false}
          data={tenants.map(candidate => candidate.tenant)}
          value={tenant}
          onChange={value => setSlug(value ?? undefined)}
        />
        <TextInput
          size="xs"
          label={t('webhooks.trigger_call')}
          placeholder={t('webhooks.trigger_call_hint')}
          value={call}
          error={trigger.variables?.call_id === asked.call_id && problems.call_id}
          onChange={({ currentTarget: { value } }) => setCall(value)}
          classNames={{ input: detail.code ?? '' }}
        />
        <Textarea
          size="xs"
          label={t('webhooks.trigger_data')}
          placeholder={'{"data.status": "busy"}'}
          value={text}
          error={
            data === undefined
              ? t('webhooks.trigger_data_bad')
              : JSON.stringify(trigger.variables?.data) === JSON.stringify(asked.data) && problems.data
          }
          onChange={({ currentTarget: { value } }) => setText(value)}
          classNames={{ input: detail.code ?? '' }}
          autosize
          minRows={3}
          spellCheck={false}
        />
        {problems.other && (
          <p role="alert" className={parts.refused}>
            {problems.other}
          </p>
        )}
        <Button
          type="submit"
          loading={trigger.isPending}
          disabled={data === undefined}
          leftSection={<Icon name="play" size={13} />}
        >
          {t('webhooks.trigger')}
        </Button>
        {command !== undefined && data !== undefined && (
          <CommandLine label={t('webhooks.trigger_terminal')} command={command} />
        )}
      </form>
    </>
  )
}

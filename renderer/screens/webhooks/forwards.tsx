import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ForwardView } from '../../../server/control/protocol/webhooks.ts'
import { Action } from '../../components/action.tsx'
import detail from '../../components/detail.module.css'
import { Icon } from '../../components/icons.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { type Sending, useSending, useSetSending } from '../../data/sending.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useGo } from '../../routing/use-place.ts'
import { useForwards, useSaveForwards, useWebhookApi } from './use-webhooks.ts'
import classes from './webhooks.module.css'

const SENDINGS = ['everywhere', 'inbox_only'] as const satisfies readonly Sending[]
const EXAMPLE: ForwardView = { from: 'https://crm.example.com', to: 'http://127.0.0.1:3000' }

function Rules({ saved }: { saved: readonly ForwardView[] }) {
  const { t } = useTranslation()
  const [rules, setRules] = useState(saved)
  const save = useSaveForwards()
  const change = (index: number, part: Partial<ForwardView>) =>
    setRules(before => before.map((rule, at) => (at === index ? { ...rule, ...part } : rule)))
  const isChanged = JSON.stringify(rules) !== JSON.stringify(saved)
  return (
    <form
      className={classes.forwards}
      onSubmit={event => {
        event.preventDefault()
        save.mutate([...rules], { onSuccess: () => notifyDone(t('webhooks.forwards_saved')) })
      }}
    >
      <p className={detail.note}>{t('webhooks.forwards_about')}</p>
      {rules.length === 0 && <p className={classes.none}>{t('webhooks.forwards_none')}</p>}
      {rules.map(({ from, to }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other name than its place
        <div key={index} className={classes.forward}>
          <TextInput
            size="xs"
            aria-label={t('webhooks.forward_from_n', { n: index + 1 })}
            placeholder={EXAMPLE.from}
            value={from}
            onChange={({ currentTarget: { value } }) => change(index, { from: value })}
            classNames={{ input: detail.code ?? '' }}
            spellCheck={false}
          />
          <Icon name="arrow_right" size={14} />
          <TextInput
            size="xs"
            aria-label={t('webhooks.forward_to_n', { n: index + 1 })}
            placeholder={EXAMPLE.to}
            value={to}
            onChange={({ currentTarget: { value } }) => change(index, { to: value })}
            classNames={{ input: detail.code ?? '' }}
            spellCheck={false}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('webhooks.forward_remove', { n: index + 1 })}
            onClick={() => setRules(before => before.filter((_, at) => at !== index))}
          >
            <Icon name="trash" size={14} />
          </ActionIcon>
        </div>
      ))}
      <div className={classes.buttons}>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" size={13} />}
          onClick={() => setRules(before => [...before, { from: '', to: '' }])}
        >
          {t('webhooks.forward_add')}
        </Button>
        <Button type="submit" size="xs" disabled={!isChanged} loading={save.isPending}>
          {t('webhooks.forwards_save')}
        </Button>
      </div>
    </form>
  )
}

/** Whether deliveries leave the process at all. */
function Reach({ sending }: { sending: Sending }) {
  const { t } = useTranslation()
  const set = useSetSending()
  return (
    <Select
      size="xs"
      w={360}
      mb="md"
      label={t('sending.label')}
      allowDeselect={false}
      data={SENDINGS.map(value => ({ value, label: t(`sending.${value}`) }))}
      value={sending}
      onChange={chosen => set.mutate(chosen === 'inbox_only' ? 'inbox_only' : 'everywhere')}
    />
  )
}

/** What a rule does, drawn: the address that your code registers never has to exist. */
function Picture({ rule }: { rule: ForwardView }) {
  const { t } = useTranslation()
  return (
    <figure className={classes.picture} aria-label={t('webhooks.forward_picture')}>
      <span>
        <small>{t('webhooks.forward_signed')}</small>
        Ringback
      </span>
      <Icon name="arrow_right" />
      <span>
        <small>{t('webhooks.forward_registered')}</small>
        <code>{rule.from}/hooks</code>
      </span>
      <Icon name="redirect" />
      <span>
        <small>{t('webhooks.forward_local')}</small>
        <code>{rule.to}/hooks</code>
      </span>
    </figure>
  )
}

/** Sends a test to a webhook of the origin, which shows where it ended up. */
function TryIt({ rules }: { rules: readonly ForwardView[] }) {
  const { t } = useTranslation()
  const go = useGo()
  const webhooks = useAllWebhooks()
  const webhook = webhooks.find(
    ({ deleted_at, url }) => deleted_at === null && rules.some(({ from }) => from !== '' && url.startsWith(from)),
  )
  const { key, test } = useWebhookApi(webhook?.tenant)
  if (rules.length === 0) return null
  if (webhook === undefined || key === undefined)
    return <p className={detail.note}>{t('webhooks.try_needs_webhook')}</p>
  const send = () =>
    test.mutate(webhook.webhook_id, { onSuccess: ({ data }) => go(['webhooks', 'deliveries', data.delivery_id]) })
  return (
    <Action icon="play" loading={test.isPending} onClick={send}>
      {t('webhooks.try_it', { url: webhook.url })}
    </Action>
  )
}

/** How far deliveries go: out of the process or to inboxes only, and by which rules an https origin is mapped to a local address. */
export function Forwards() {
  const saved = useForwards().data?.data
  const sending = useSending()
  return (
    <div className={classes.page}>
      {sending && <Reach sending={sending} />}
      <Picture rule={saved?.[0] ?? EXAMPLE} />
      {saved && <Rules key={JSON.stringify(saved)} saved={saved} />}
      {saved && <TryIt rules={saved} />}
    </div>
  )
}

import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ForwardView } from '../../../server/control/protocol.ts'
import detail from '../../components/detail.module.css'
import { Icon } from '../../components/icons.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { type Sending, useSending, useSetSending } from '../../data/sending.ts'
import { useForwards, useSaveForwards } from './use-webhooks.ts'
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

/** How far deliveries go: out of the process or to inboxes only, and by which rules an https origin is mapped to a local address. */
export function Forwards() {
  const saved = useForwards().data?.data
  const sending = useSending()
  return (
    <div className={classes.page}>
      {sending && <Reach sending={sending} />}
      {saved && <Rules key={JSON.stringify(saved)} saved={saved} />}
    </div>
  )
}

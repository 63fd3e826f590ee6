import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ForwardView } from '../../../server/control/protocol/webhooks.ts'
import detail from '../../components/detail.module.css'
import { Icon } from '../../components/icons.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { EXAMPLE as ROUTE, ruleFor } from './forward-plan.ts'
import classes from './forwards.module.css'
import { useSaveForwards } from './use-webhooks.ts'

const EXAMPLE = ruleFor(ROUTE)

/** Every rule, to be changed together. */
export function ForwardRules({ saved }: { saved: readonly ForwardView[] }) {
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
      <h2 className={classes.part_title}>{t('webhooks.forwards_all')}</h2>
      <p className={detail.note}>{t('webhooks.forwards_about')}</p>
      {rules.length === 0 && <p className="dim">{t('webhooks.forwards_none')}</p>}
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
        <Button type="submit" size="xs" variant="default" disabled={!isChanged} loading={save.isPending}>
          {t('webhooks.forwards_save')}
        </Button>
      </div>
    </form>
  )
}

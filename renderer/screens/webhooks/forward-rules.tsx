import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ForwardView } from '../../../server/control/protocol/webhooks.ts'
import detail from '../../components/detail.module.css'
import { ErrorText } from '../../components/error-text.tsx'
import { Icon } from '../../components/icons.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useWorldId } from '../../data/world.tsx'
import { forwardFault } from './forward-fault.tsx'
import { EXAMPLE as ROUTE, ruleFor, withChanges } from './forward-plan.ts'
import { ruleAtFault } from './forward-problem.ts'
import classes from './forwards.module.css'
import { PublicTarget } from './public-target.tsx'
import { useSaveForwards } from './use-webhooks.ts'
import parts from './webhooks.module.css'

const EXAMPLE = ruleFor(ROUTE)

/** Rules that somebody is changing, and those that were saved when they began. */
interface Draft {
  readonly rules: readonly ForwardView[]
  readonly before: readonly ForwardView[]
}
/** What is not saved yet, of each world: who looks at something else meanwhile finds it again. */
const drafts = new Map<string, Draft>()

/** Every rule of the world, to be changed together. */
export function ForwardRules({ saved }: { saved: readonly ForwardView[] }) {
  const world = useWorldId()
  return <RulesOf key={world} world={world} saved={saved} />
}

function RulesOf({ world, saved }: { world: string; saved: readonly ForwardView[] }) {
  const { t } = useTranslation()
  const [rules, setRules] = useState(drafts.get(world)?.rules ?? saved)
  const [before, setBefore] = useState(drafts.get(world)?.before ?? saved)
  const [isMoved, setMoved] = useState(false)
  const isOf = (one: readonly ForwardView[], other: readonly ForwardView[]) =>
    JSON.stringify(one) === JSON.stringify(other)
  if (!isOf(before, saved)) {
    const changed = withChanges(saved, { before, after: rules })
    setBefore(saved)
    setRules(changed)
    setMoved(!isOf(changed, saved))
  }
  const save = useSaveForwards()
  const change = (index: number, part: Partial<ForwardView>) =>
    setRules(before => before.map((rule, at) => (at === index ? { ...rule, ...part } : rule)))
  const wrong = ruleAtFault(save.error)
  /** What is wrong with a part of a rule, as long as that stands as it was sent. */
  const problemOf = (index: number, field: keyof ForwardView) =>
    wrong?.rule === index &&
    wrong.field === field &&
    save.variables?.[index]?.[field] === rules[index]?.[field].trim() ? (
      <ErrorText error={save.error} />
    ) : (
      forwardFault(field, rules[index]?.[field] ?? '')
    )
  const isChanged = !isOf(rules, saved)
  useEffect(() => {
    if (isChanged) drafts.set(world, { rules, before: saved })
    else drafts.delete(world)
  }, [world, rules, saved, isChanged])
  return (
    <form
      className={classes.forwards}
      onSubmit={event => {
        event.preventDefault()
        const typed = rules.map(({ from, to }) => ({ from: from.trim(), to: to.trim() }))
        save.mutate(typed, { onSuccess: () => notifyDone(t('webhooks.forwards_saved')) })
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
            error={problemOf(index, 'from')}
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
            error={problemOf(index, 'to')}
            description={<PublicTarget local={to} />}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
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
      {isChanged && (
        <p role="status" className={detail.note}>
          {t(isMoved ? 'webhooks.forwards_moved' : 'webhooks.forwards_unsaved')}
        </p>
      )}
      {save.error && wrong === undefined && (
        <p role="alert" className={parts.refused}>
          <ErrorText error={save.error} />
        </p>
      )}
      <div className={classes.buttons}>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" size={13} />}
          onClick={() => setRules(before => [...before, { from: '', to: '' }])}
        >
          {t('webhooks.forward_add')}
        </Button>
        <span>
          {isChanged && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => setRules(saved)}>
              {t('webhooks.forwards_discard')}
            </Button>
          )}{' '}
          <Button type="submit" size="xs" variant="default" disabled={!isChanged} loading={save.isPending}>
            {t('webhooks.forwards_save')}
          </Button>
        </span>
      </div>
    </form>
  )
}

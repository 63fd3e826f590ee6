import { ActionIcon, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { InboxSummary } from '../../../server/control/protocol/inboxes.ts'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { behaviourText, OK } from '../../components/behaviour-text.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { Loading } from '../../components/loading.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import side from '../../components/side-list.module.css'
import { statusSign } from '../../components/status-badge.tsx'
import { inboxNameOf } from '../../data/inbox-name.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useGo, useHref, usePlace } from '../../routing/use-place.ts'
import classes from './inbox.module.css'
import { Receiver } from './receiver.tsx'
import { useInboxes } from './use-inbox.ts'

const NAME = /^[A-Za-z0-9._-]{1,64}$/
const INBOX_URL = 'https://inbox.ringback.test/my-crm'

type Known = Pick<InboxSummary, 'name' | 'messages' | 'unverified' | 'behaviour'>

/** Receivers that got something or were told how to answer, those that a webhook names, and the one that is open. */
function receiversOf(seen: readonly InboxSummary[], webhooks: readonly WebhookView[], open?: string): Known[] {
  const names = [
    ...webhooks.filter(({ deleted_at }) => deleted_at === null).map(({ url }) => inboxNameOf(url)),
    open,
  ].filter(name => name !== undefined)
  const unseen = [...new Set(names)].filter(name => !seen.some(known => known.name === name))
  return [...seen, ...unseen.map(name => ({ name, messages: 0, unverified: 0, behaviour: {} }))].sort((a, b) =>
    a.name.localeCompare(b.name),
  )
}

function ReceiverLink({ receiver, current }: { receiver: Known; current: boolean }) {
  const { t } = useTranslation()
  const href = useHref()
  const { name, messages, unverified, behaviour } = receiver
  return (
    <li>
      <Link href={href('inbox', name)} className={side.item} aria-current={current ? 'page' : undefined}>
        <span className={side.name} translate="no">
          {name}
        </span>
        <Badge {...statusSign(behaviour.hang ? 0 : (behaviour.status ?? OK))} look="plain">
          {behaviourText(behaviour, t('inbox.answers.hang'))}
        </Badge>
        <span className={side.about}>
          {t('inbox.messages', { count: messages })}
          {unverified > 0 && ` · ${t('inbox.unverified', { count: unverified })}`}
        </span>
      </Link>
    </li>
  )
}

function OpenOther() {
  const { t } = useTranslation()
  const go = useGo()
  const [typed, setTyped] = useState('')
  // Who has copied its URL means the receiver.
  const name = (URL.canParse(typed.trim()) ? inboxNameOf(typed.trim()) : undefined) ?? typed
  const isName = NAME.test(name)
  return (
    <form
      className={classes.other}
      onSubmit={event => {
        event.preventDefault()
        if (!isName) return
        setTyped('')
        go(['inbox', name])
      }}
    >
      <TextInput
        size="xs"
        flex={1}
        aria-label={t('inbox.open_other')}
        placeholder={t('inbox.open_other')}
        value={typed}
        error={name !== '' && !isName && t('inbox.name_hint')}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        spellCheck={false}
      />
      <ActionIcon type="submit" variant="default" size={30} disabled={!isName} aria-label={t('inbox.open')}>
        <Icon name="arrow_right" size={14} />
      </ActionIcon>
    </form>
  )
}

export function InboxScreen() {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const href = useHref()
  const seen = useInboxes().data?.data
  const webhooks = useAllWebhooks()
  const receivers = receiversOf(seen ?? [], webhooks, segments[1])
  const open = segments[1] ?? receivers[0]?.name
  return (
    <>
      <PageHeader title={t('screens.inbox')} about={t('inbox.about')} />
      <div className={classes.layout} data-message={segments[2]}>
        <nav aria-label={t('inbox.receivers')} className={classes.nav}>
          <OpenOther />
          {!seen && <Loading at="inside" height={60} />}
          <ul className={classes.receivers}>
            {receivers.map(receiver => (
              <ReceiverLink key={receiver.name} receiver={receiver} current={receiver.name === open} />
            ))}
          </ul>
        </nav>
        <div className={classes.main}>
          {open !== undefined && NAME.test(open) ? (
            <Receiver key={open} name={open} />
          ) : (
            seen && (
              <EmptyState icon="inbox" title={t('inbox.none')} hint={t('inbox.none_hint')} command={INBOX_URL}>
                <Action component="a" icon="webhooks" href={href('webhooks', 'subscriptions', 'new')}>
                  {t('webhooks.register')}
                </Action>
              </EmptyState>
            )
          )}
        </div>
      </div>
    </>
  )
}

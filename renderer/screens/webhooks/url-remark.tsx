import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Action } from '../../components/action.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { useAssumedValue } from '../../data/assumptions.ts'
import { useSending } from '../../data/sending.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useHref } from '../../routing/use-place.ts'
import { type HostReach, hostReach, meantInbox, slipFrom } from './host-reach.ts'
import { sharersOf, type Typed } from './same-url.ts'
import { useForwards } from './use-webhooks.ts'
import classes from './webhooks.module.css'

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined)

/** Whether Ringback itself delivers to a host of this machine or network, as far as its settings say. */
function useDelivers(url: string): boolean {
  const reach = useAssumedValue('webhooks.reach')
  const sending = useSending()
  const isForwarded = useForwards().data?.data.some(({ from }) => originOf(from) === originOf(url))
  return (reach === 'loopback_and_private' || reach === 'anywhere') && sending === 'everywhere' && isForwarded === false
}

/** What the assumption about private hosts decides on: the service takes all others. */
const PRIVATE: readonly HostReach[] = ['machine', 'network', 'nobody']
/** To these Ringback sends, as its machine knows them. */
const DELIVERED: readonly HostReach[] = ['machine', 'network', 'name', 'kept_name']

/** That other webhooks of the tenant get the same events at this URL already. */
function SameUrl(typed: Typed) {
  const { t } = useTranslation()
  const same = sharersOf(typed, useAllWebhooks())
  if (same.length === 0) return null
  return (
    <span className={classes.also}>
      {t('webhooks.url_remark.same', { tenant: typed.tenant, count: same.length })}
      {t('common.colon')}
      {same.map(({ webhook_id: id }, place) => (
        <Fragment key={id}>
          {place > 0 && ', '}
          <IdLink noun="webhook" id={id} text={t('webhooks.open_webhook', { id })} copy="hidden" />
        </Fragment>
      ))}
    </span>
  )
}

/** Where the pending deliveries of a webhook go once its URL is another. */
function PendingThere({ id }: { id: number | undefined }) {
  const { t } = useTranslation()
  const goesTo = useAssumedValue('webhooks.retry_url')
  const count = useAllWebhooks().find(({ webhook_id }) => webhook_id === id)?.deliveries.pending ?? 0
  if (count === 0 || goesTo === undefined) return null
  return (
    <span className={classes.also}>
      {t(`webhooks.url_remark.pending_${goesTo === 'of_event' ? 'stay' : 'move'}`, { count })}
      {t('common.between_sentences')}
      {t('webhooks.url_remark.pending_assumption')}
      {t('common.colon')}
      <IdLink noun="assumption" id="webhooks.retry_url" copy="hidden" />
    </span>
  )
}

/** That Ringback does not receive at a host that is very like the one at which it does, with the way to that. */
function MeantInbox({ url, onMend }: { url: string; onMend: (url: string) => void }) {
  const { t } = useTranslation()
  const found = meantInbox(url)
  if (found === undefined) return null
  return (
    <span className={classes.also}>
      {t('webhooks.url_remark.inbox', { host: found.host })}
      {t('common.between_sentences')}
      <Action size="compact-xs" onClick={() => onMend(found.meant)}>
        {t('webhooks.url_remark.mend_inbox', { url: found.meant })}
      </Action>
    </span>
  )
}

/** That its host is very like the one before and is another, with the way back to that. */
function SlipFrom({ before, url, onMend }: { before: string; url: string; onMend: (url: string) => void }) {
  const { t } = useTranslation()
  const found = slipFrom(before, url)
  if (found === undefined) return null
  return (
    <span className={classes.also}>
      {t('webhooks.url_remark.like_before', { host: found.host, before: found.before })}
      {t('common.between_sentences')}
      <Action size="compact-xs" onClick={() => onMend(found.meant)}>
        {t('webhooks.url_remark.mend_inbox', { url: found.meant })}
      </Action>
    </span>
  )
}

interface Props extends Typed {
  /** The URL that the webhook has; empty of one that is not registered yet. */
  before: string

  /** Whether it is another URL than the webhook has. */
  isNew: boolean
  onMend: (url: string) => void
}

/** Of a URL that is taken all the same: that the real service cannot deliver there, and what else becomes of what is sent. */
export function UrlRemark({ before, isNew, onMend, ...typed }: Props) {
  const url = typed.url.trim()
  const { t } = useTranslation()
  const href = useHref()
  const takesPrivate = useAssumedValue('webhooks.private_urls') === 'accept'
  const delivers = useDelivers(url)
  const most = useAssumedValue('webhooks.url_rules')
  const isLong = typeof most === 'number' && url.length > most
  const found = isLong ? undefined : hostReach(url)
  const isOfPrivate = found !== undefined && PRIVATE.includes(found.reach)
  const isSaid = found !== undefined && (takesPrivate || !isOfPrivate)
  return (
    <p className={classes.url_remark} role="status">
      {isSaid && (
        <>
          {t(`webhooks.url_remark.${found.reach}`, { host: found.host })}
          {found.reach === 'nobody' ? (
            <>
              {t('common.between_sentences')}
              <Link className="link" href={href('webhooks', 'forwards')}>
                {t('webhooks.url_problem.forwards')}
              </Link>
            </>
          ) : (
            delivers &&
            DELIVERED.includes(found.reach) && (
              <>
                {t('common.between_sentences')}
                {t(isOfPrivate ? 'webhooks.url_remark.delivers' : 'webhooks.url_remark.delivers_named')}
              </>
            )
          )}
          {isOfPrivate && (
            <span className={classes.also}>
              {t('webhooks.url_remark.assumption')}
              {t('common.colon')}
              <IdLink noun="assumption" id="webhooks.private_urls" copy="hidden" />
            </span>
          )}
        </>
      )}
      <MeantInbox url={url} onMend={onMend} />
      {meantInbox(url) === undefined && <SlipFrom before={before} url={url} onMend={onMend} />}
      <SameUrl {...typed} url={url} />
      {isNew && url !== '' && <PendingThere id={typed.id} />}
    </p>
  )
}

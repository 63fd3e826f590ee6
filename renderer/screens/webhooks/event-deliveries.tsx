import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { EventView } from '../../../server/control/protocol/events.ts'
import { forgeryTaken } from '../../components/forgery-taken.ts'
import { Icon } from '../../components/icons.tsx'
import { DeliveryMark, DeliveryStatusBadge } from '../../components/status-badge.tsx'
import { useWebhookLabel, useWebhookName } from '../../components/webhook-name.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useListedWebhooks } from './listed.ts'
import { WhyNoDelivery } from './not-sent-to.tsx'
import classes from './webhooks.module.css'

type EventDelivery = EventView['deliveries'][number]
type Group = readonly [EventDelivery, ...EventDelivery[]]

/** Where a row has no room for all of them, what is in trouble is not what is left out. */
const troubleFirst = (one: EventDelivery, other: EventDelivery) =>
  Number(one.status === 'delivered') - Number(other.status === 'delivered')

/** Those of which the same is to be said, of their webhooks too, together. */
function alike(deliveries: readonly EventDelivery[], isGone: (delivery: EventDelivery) => boolean): Group[] {
  const groups = new Map<string, [EventDelivery, ...EventDelivery[]]>()
  for (const delivery of deliveries) {
    const { status, attempt_count, last_status_code, cancelled_by } = delivery
    const taken = forgeryTaken(delivery)
    const said = (status === 'pending' && attempt_count > 0) || taken === 'not_accepted' ? last_status_code : ''
    const key = JSON.stringify([status, taken, said, cancelled_by?.reason, isGone(delivery)])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [delivery])
    else group.push(delivery)
  }
  return [...groups.values()]
}

/** The webhooks of deliveries, by their labels or numbers, and whether they were deleted; where they lead to is the title. */
function Receivers({ of, areGone, hasWord }: { of: readonly EventDelivery[]; areGone: boolean; hasWord: boolean }) {
  const { t } = useTranslation()
  const listed = useListedWebhooks()
  const webhooks = useAllWebhooks()
  const [labelFor, nameOf] = [useWebhookLabel(), useWebhookName()]
  const ids = of.map(({ webhook_id }) => webhook_id).sort((one, other) => one - other)
  const named = ids.map(id => {
    const url = webhooks.find(({ webhook_id }) => webhook_id === id)?.url
    const where = [url, areGone && t('webhooks.health.deleted')].filter(Boolean).join(' · ')
    return `${nameOf(id)}${where && ` (${where})`}`
  })
  return (
    <span className="dim" title={named.join('\n')}>
      <span aria-hidden>
        →{' '}
        {ids.map((id, place) => (
          <Fragment key={id}>
            {place > 0 && ', '}
            {labelFor(id) ?? id}
            {areGone && (
              <span className={classes.gone_id}>
                <Icon name="trash" size={12} />
              </span>
            )}
          </Fragment>
        ))}
        {areGone && hasWord && ` ${t('webhooks.health.deleted')}`}
      </span>
      <span className="visually-hidden">
        {listed(ids)}
        {areGone && ` (${t('webhooks.were_deleted', { count: ids.length, webhooks: listed(ids) })})`}
      </span>
    </span>
  )
}

/** What a number of a webhook takes of the room of an outcome in words, and a letter of a label. */
const [PER_NUMBER, PER_LETTER] = [0.15, 0.05]

/**
 * Of how many groups, the first ones, there is room for the words beside the signs of the others; each webhook takes room as well. What is called by a
 * label may be cut, and its first outcome is in words all the same.
 */
function wordsFor(
  groups: readonly Group[],
  most: number,
  { isGone, labelFor }: { isGone: (delivery: EventDelivery) => boolean; labelFor: (id: number) => string | undefined },
): number {
  if (groups.length === 1) return 1
  const roomOf = ({ webhook_id }: EventDelivery) => PER_NUMBER + (labelFor(webhook_id)?.length ?? 0) * PER_LETTER
  const costs = groups.map(group => {
    const [first] = group
    const numbers = group.reduce((sum, delivery) => sum + roomOf(delivery), 0) - PER_NUMBER
    // Why it was cancelled, or that its webhook was deleted, takes half as much room again.
    return {
      words: (first.cancelled_by !== null || isGone(first) ? 1.5 : 1) + numbers,
      sign: 0.33 + numbers + (isGone(first) ? group.length * 0.2 : 0),
    }
  })
  const needed = (inWords: number) =>
    costs.reduce((sum, { words, sign }, place) => sum + (place < inWords ? words : sign), 0)
  const least = groups.flat().some(({ webhook_id }) => labelFor(webhook_id) !== undefined) ? 1 : 0
  let inWords = groups.length
  while (inWords > least && needed(inWords) > most) inWords -= 1
  return inWords
}

/** The longest label that is whole whatever stands beside it. */
const SHORT_LABEL = 8

/** So many different outcomes stand closer together. */
const MANY = 3

/**
 * In a row of the list: what became of the deliveries of an event, and of which. `most`: of so many outcomes the words are said; the others, and
 * several where it is one, are signs with the numbers of their webhooks.
 */
export function EventDeliveries({ event, most }: { event: EventView; most: number }) {
  const { deliveries } = event
  const webhooks = useAllWebhooks()
  const labelFor = useWebhookLabel()
  if (deliveries.length === 0) return <WhyNoDelivery event={event} />
  const gone = new Set(webhooks.flatMap(({ webhook_id, deleted_at }) => (deleted_at === null ? [] : webhook_id)))
  const isGone = ({ webhook_id }: EventDelivery) => gone.has(webhook_id)
  const groups = alike(deliveries.toSorted(troubleFirst), isGone)
  const isNamed = deliveries.some(({ webhook_id }) => labelFor(webhook_id) !== undefined)
  const inWords = wordsFor(groups, most, { isGone, labelFor })
  return (
    <span
      className={classes.statuses}
      data-named={isNamed ? '' : undefined}
      data-many={groups.length > MANY ? '' : undefined}
    >
      {groups.map((group, place) => {
        const [first] = group
        const areGone = isGone(first)
        // Why it was cancelled says that already.
        const hasWord = most > 2 && first.cancelled_by?.reason !== 'deleted'
        return (
          <span
            key={first.delivery_id}
            className={classes.status_of}
            data-short={group.length === 1 && (labelFor(first.webhook_id)?.length ?? 0) <= SHORT_LABEL ? '' : undefined}
          >
            {place < inWords ? (
              <>
                <DeliveryStatusBadge delivery={first} look="plain" hasReason={first.last_status_code !== null} />{' '}
                <Receivers of={group} areGone={areGone} hasWord={hasWord} />
              </>
            ) : (
              // What has no room ends in an ellipsis, which it could not within a sign.
              <>
                <DeliveryMark delivery={first} /> <Receivers of={group} areGone={areGone} hasWord={false} />
              </>
            )}
          </span>
        )
      })}
    </span>
  )
}

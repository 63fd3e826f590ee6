import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { InboxBehaviour } from '../../../server/control/protocol/inboxes.ts'
import { useHref } from '../../routing/use-place.ts'
import { behaviourText } from '../behaviour-text.ts'
import type { Receiver } from './use-receiver.ts'

/** How an inbox answers that somebody has told to, and where that is changed; nothing of a receiver that takes what comes, or is none. */
export function AsSet({ receiver: { inbox, behaviour, takesWith } }: { receiver: Receiver }) {
  const href = useHref()
  const text = useAsSetText()
  if (inbox === undefined || behaviour === undefined || takesWith !== undefined) return null
  return (
    <p>
      <Link className="link" href={href('inbox', inbox)}>
        {text(inbox, behaviour)}
      </Link>
    </p>
  )
}

function useAsSetText() {
  const { t } = useTranslation()
  return (inbox: string, { times: count, ...each }: InboxBehaviour) => {
    const kind = each.hang ? 'silent' : 'answers'
    const how = behaviourText(each, '')
    return count === undefined
      ? t(`webhooks.as_set.${kind}`, { inbox, how })
      : t(`webhooks.as_set.${kind}_times`, { inbox, how, count })
  }
}

import type { TFunction } from 'i18next'
import type { DrillReasonView, DrillRunView, DrillView } from '../../../server/control/protocol/drills.ts'
import { inboxNameOf } from '../../data/inbox-name.ts'
import { hostOf } from './host-of.ts'

/** Which receiver a run has tried: the one that was given, or those that its deliveries went to. */
export const triedText = (t: TFunction, { receiver, tried }: Pick<DrillRunView, 'receiver' | 'tried'>): string =>
  (receiver === null ? tried : [receiver]).map(url => receiverText(t, url)).join(t('client.between')) || '–'

function receiverText(t: TFunction, url: string): string {
  const inbox = inboxNameOf(url)
  if (inbox !== undefined) return t('drills.runs.inbox', { name: inbox })
  return URL.canParse(url) ? `${hostOf(url)}${pathOf(new URL(url))}` : url
}

const pathOf = ({ pathname, search }: URL): string => `${pathname === '/' ? '' : pathname}${search}`

/** What the form begins with, so that a drill is run again as it was; nothing where a part of it is hidden. */
export const asGiven = (url: string | null | undefined): string => (url == null || url.includes('…') ? '' : url)

/** The same, with the address of the receiver beside the number of a webhook that is gone after the drill. */
export function withAddress(t: TFunction, view: DrillView, { receiver }: Pick<DrillRunView, 'receiver'>): DrillView {
  if (receiver === null) return view
  const address = hostOf(receiver)
  const named = (reason: DrillReasonView): DrillReasonView => {
    const { webhook } = reason.sentence.figures
    if (webhook === undefined) return reason
    const figures = { ...reason.sentence.figures, webhook: t('drills.webhook_at', { webhook, address }) }
    return { ...reason, sentence: { ...reason.sentence, figures } }
  }
  return {
    ...view,
    conditions: view.conditions.map(one => ({
      ...one,
      reason: one.reason && named(one.reason),
      reasons: one.reasons.map(named),
    })),
  }
}

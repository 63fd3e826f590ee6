import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { Forgery } from '../../../server/contract/events.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import { Badge } from '../../components/badge.tsx'
import detail from '../../components/detail.module.css'
import { Section } from '../../components/detail.tsx'
import { forgeryTaken } from '../../components/forgery-taken.ts'
import { FORGERY_SIGNS } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { inboxNameOf } from '../../data/inbox-name.ts'
import { useHref } from '../../routing/use-place.ts'
import classes from './webhooks.module.css'

const KINDS: readonly Forgery[] = ['wrong_secret', 'tampered', 'no_header']

/** Which forgeries the receiver of a webhook has accepted, what each says of it, and how to mend it; nothing where it was none. */
export function AcceptedForgeries({ forgeries, url }: { forgeries: readonly DeliveryView[]; url: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const accepted = forgeries.filter(delivery => forgeryTaken(delivery) === 'accepted')
  const [newest] = accepted
  if (newest === undefined) return null
  // It answers what it was told to, and nobody is judged by it.
  if (inboxNameOf(url) !== undefined) return <p className={detail.note}>{t('webhooks.forgery_inbox')}</p>
  const newestTried = forgeries.find(delivery => forgeryTaken(delivery) !== undefined)
  const isMended = newestTried !== undefined && forgeryTaken(newestTried) === 'refused'
  const lab = `${href('signature')}?${new URLSearchParams({ delivery: newest.delivery_id })}`
  return (
    <Section title={t('webhooks.accepted_forgeries')}>
      <ul className={classes.forgeries}>
        {KINDS.map(kind => {
          const some = accepted.filter(({ forged }) => forged === kind)
          const [last] = some
          return (
            last && (
              <li key={kind}>
                <p>
                  <Badge {...FORGERY_SIGNS.accepted} look="plain">
                    {t(`webhooks.forged_${kind}`)}
                  </Badge>
                  <span className="dim">
                    {t('webhooks.forgery_count', { count: some.length })} <Time at={last.created_at} show="full" />{' '}
                  </span>
                  <Link className="link" href={href('webhooks', 'deliveries', last.delivery_id)}>
                    {t('webhooks.forgery_open')}
                  </Link>
                </p>
                <p>{t(`webhooks.forgery_means.${kind}`)}</p>
              </li>
            )
          )
        })}
      </ul>
      <p className={classes.forgery_fix}>
        <strong>{t('webhooks.fix')}</strong>
        {t('common.colon')}
        {t('webhooks.forgery_fix')}{' '}
        <Link className={detail.link} href={lab}>
          {t('webhooks.forgery_lab')}
        </Link>
      </p>
      {isMended && <p className={detail.note}>{t('webhooks.forgery_mended')}</p>}
    </Section>
  )
}

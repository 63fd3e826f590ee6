import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { IdLink } from '../../components/id-link.tsx'
import { useAssumedValue } from '../../data/assumptions.ts'
import { useSending } from '../../data/sending.ts'
import { useHref } from '../../routing/use-place.ts'
import { hostReach } from './host-reach.ts'
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

/** Of a URL that is taken all the same: that the real service cannot deliver there. What is refused is told once it is sent. */
export function UrlRemark({ url }: { url: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const takesPrivate = useAssumedValue('webhooks.private_urls') === 'accept'
  const delivers = useDelivers(url)
  const found = hostReach(url.trim())
  const isSaid = found !== undefined && (found.reach === 'name' || takesPrivate)
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
            delivers && (
              <>
                {t('common.between_sentences')}
                {t(found.reach === 'name' ? 'webhooks.url_remark.delivers_named' : 'webhooks.url_remark.delivers')}
              </>
            )
          )}
          {found.reach !== 'name' && (
            <span className={classes.also}>
              {t('webhooks.url_remark.assumption')}
              {t('common.colon')}
              <IdLink noun="assumption" id="webhooks.private_urls" copy="hidden" />
            </span>
          )}
        </>
      )}
    </p>
  )
}

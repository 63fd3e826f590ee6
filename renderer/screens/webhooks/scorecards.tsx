import { useTranslation } from 'react-i18next'
import type { CertifyResult } from '../../../server/contract/certification.ts'
import { Badge } from '../../components/badge.tsx'
import side from '../../components/side-list.module.css'
import { Time } from '../../components/time.tsx'
import { scoreText } from '../../i18n/certification-text.ts'
import { useHref } from '../../routing/use-place.ts'
import classes from './certify.module.css'
import { ShortUrl } from './short-url.tsx'

/** The receivers that were certified in this world, each with how it did the last time. */
export function Scorecards({ of, shown }: { of: readonly CertifyResult[]; shown: string | undefined }) {
  const { t } = useTranslation()
  const href = useHref()
  if (of.length === 0) return null
  return (
    <nav aria-label={t('webhooks.last_scorecards')} className={classes.last}>
      <h3>{t('webhooks.last_scorecards')}</h3>
      <ul>
        {of.map(({ url, passed, score, at }) => (
          <li key={url}>
            <a
              href={`${href('webhooks', 'certify')}?${new URLSearchParams({ url })}`}
              className={side.item}
              aria-current={url === shown ? 'page' : undefined}
            >
              <span className={side.name}>
                <ShortUrl url={url.replace(/^http:\/\//, '')} />
              </span>
              <Badge tone={passed ? 'good' : 'bad'} icon={passed ? 'check' : 'cross'} look="plain">
                {scoreText(t, score)}
              </Badge>
              <span className={side.about}>
                <Time at={at} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { useTranslation } from 'react-i18next'
import type { CertifyResult } from '../../../server/contract/certification.ts'
import type { ActionOf } from '../../../server/control/protocol/actions.ts'
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
    <nav aria-label={t('webhooks.last_scorecards')} className={classes.runs}>
      <h3>{t('webhooks.last_scorecards')}</h3>
      <ul>
        {of.map(({ url, passed, score, at, real_at }) => (
          <li key={url}>
            <a
              href={`${href('webhooks', 'certify')}?${new URLSearchParams({ url })}`}
              className={side.item}
              aria-current={url === shown ? 'page' : undefined}
            >
              <span className={`${side.name} ${classes.receiver}`}>
                <ShortUrl url={url.replace(/^http:\/\//, '')} />
              </span>
              <Badge tone={passed ? 'good' : 'bad'} icon={passed ? 'check' : 'cross'} look="plain">
                {scoreText(t, score)}
              </Badge>
              <When at={at} real_at={real_at} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** When it was, by both clocks: where the emulated one stands still, only the other tells two runs apart. */
function When({ at, real_at }: Pick<CertifyResult, 'at' | 'real_at'>) {
  const { t } = useTranslation()
  return (
    <span className={side.about}>
      <Time at={at} zoneName="hidden" />
      {t('webhooks.emulated')} · <Time at={real_at} zoneName="hidden" />
      {t('webhooks.real')}
    </span>
  )
}

type Run = ActionOf<'certification'>

/** The address of one run of a receiver. */
export const placeOfRun = (href: ReturnType<typeof useHref>, { id, url }: Run): string =>
  `${href('webhooks', 'certify')}?${new URLSearchParams({ url, run: String(id) })}`

/** All kept runs of one receiver, the newest first, where there are several; `shown` is the instant of one by the clock of the machine. */
export function Runs({ of, shown }: { of: readonly Run[]; shown: string | undefined }) {
  const { t } = useTranslation()
  const href = useHref()
  if (of.length < 2) return null
  return (
    <nav aria-label={t('webhooks.runs')} className={classes.runs}>
      <h3>{t('webhooks.runs')}</h3>
      <ul>
        {of.map(run => (
          <li key={run.id}>
            <a
              href={placeOfRun(href, run)}
              className={side.item}
              aria-current={run.real_at === shown ? 'page' : undefined}
            >
              <span className={side.name}>{t('webhooks.run_n', { id: run.id })}</span>
              <Badge tone={run.passed ? 'good' : 'bad'} icon={run.passed ? 'check' : 'cross'} look="plain">
                {scoreText(t, run.score)}
              </Badge>
              <When at={run.at} real_at={run.real_at} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { IdLink } from '../../components/id-link.tsx'
import { fieldProblemIn, fieldProblemText } from '../../i18n/refusal-text.ts'
import { useHref } from '../../routing/use-place.ts'
import classes from './webhooks.module.css'

/**
 * Those that say what to type in a terminal, or name an assumption: here they lead to what does it, filled in for what is on the machine, and to the
 * assumption that would let the URL pass.
 */
const ELSEWHERE = {
  url_long: { says: 'long', assumption: 'webhooks.url_rules' },
  url_http: { says: 'http', assumption: undefined },
  url_http_on_loopback: { says: 'loopback', assumption: 'webhooks.http_on_loopback' },
  url_private: { says: 'private', assumption: 'webhooks.private_urls' },
} as const
const KEYS = Object.keys(ELSEWHERE) as (keyof typeof ELSEWHERE)[]

interface Props {
  problem: string
  /** What was typed. */
  url: string
  /** Whose webhook it would be. */
  tenant: string | undefined
}

/** What is wrong with the URL of a webhook, with the way to what mends it. */
export function UrlProblem({ problem, url, tenant }: Props) {
  const { t } = useTranslation()
  const href = useHref()
  if (url.trim() === '') return t('webhooks.url_problem.empty')
  if (fieldProblemIn(problem, ['webhooks_full']) !== undefined && tenant !== undefined)
    return (
      <>
        {fieldProblemText(t, problem)}
        {t('common.between_sentences')}
        <Link className="link" href={`${href('webhooks', 'subscriptions')}?${new URLSearchParams({ tenant })}`}>
          {t('webhooks.show_webhooks_of', { tenant })}
        </Link>
      </>
    )
  const found = fieldProblemIn(problem, KEYS)
  if (found === undefined) return fieldProblemText(t, problem)
  const { says, assumption } = ELSEWHERE[found.key]
  const local = assumption === undefined ? '' : `?${new URLSearchParams({ local: url })}`
  return (
    <>
      {t(`webhooks.url_problem.${says}`, { url, most: '', length: '', ...found.figures })}
      {says !== 'long' && (
        <>
          {t('common.between_sentences')}
          <Link className="link" href={`${href('webhooks', 'forwards')}${local}`}>
            {t(local === '' ? 'webhooks.url_problem.forwards' : 'webhooks.url_problem.forward')}
          </Link>
        </>
      )}
      {assumption && (
        <span className={classes.also}>
          {t(`webhooks.url_problem.assumption.${says}`)}
          {t('common.colon')}
          <IdLink noun="assumption" id={assumption} copy="hidden" />
        </span>
      )}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useHref } from '../routing/use-place.ts'

/** The way to Forwards from an error that a forward mends, which the emulator tells by the switch of the command line. */
export function ToForwards({ error }: { error: string | null | undefined }) {
  const { t } = useTranslation()
  const href = useHref()
  if (!error?.includes('--forward')) return null
  return (
    <>
      {t('common.between_sentences')}
      <Link className="link" href={href('webhooks', 'forwards')}>
        {t('webhooks.url_problem.forwards')}
      </Link>
    </>
  )
}

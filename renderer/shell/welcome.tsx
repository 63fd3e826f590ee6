import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../components/action.tsx'
import { useTenants, useWorldObject } from '../data/queries.ts'
import { firstKey } from '../data/tenant-keys.ts'
import { useWorldId } from '../data/world.tsx'
import { DEFAULT_WORLD, pathIn } from '../routing/paths.ts'
import { useHref } from '../routing/use-place.ts'
import classes from './welcome.module.css'
import { Steps } from './welcome-steps.tsx'

/** What this is and three first steps. A world that nobody has sent anything to opens with it. */
export function Welcome(): ReactNode {
  const { t } = useTranslation()
  const href = useHref()
  const worldId = useWorldId()
  const { data: world } = useWorldObject()
  const first = firstKey(useTenants() ?? [])
  return (
    <section className={classes.page} aria-label={t('welcome.title')}>
      <div className={classes.inner}>
        <h1>{t('welcome.title')}</h1>
        <p className={classes.about}>{t('welcome.about')}</p>
        {first === undefined || world === undefined ? (
          <p className={classes.about}>{t('welcome.no_key')}</p>
        ) : (
          <Steps tenant={first.tenant} apiKey={first.key} baseUrl={world.base_url} controlUrl={world.control_url} />
        )}
        {worldId !== DEFAULT_WORLD && (
          <p className={classes.other}>
            {t('welcome.other_key')} <code translate="no">{DEFAULT_WORLD}</code> ·{' '}
            <a className="link" href={pathIn(DEFAULT_WORLD, 'requests')}>
              {t('welcome.other_key_see')}
            </a>
          </p>
        )}
        <p className={classes.more}>
          <Action component="a" href={href('live')} icon="live">
            {t('welcome.to_live')}
          </Action>
          <Action component="a" href={href('reference')} icon="reference">
            {t('screens.reference')}
          </Action>
          <Action component="a" href={href('tenants')} icon="tenants">
            {t('screens.tenants')}
          </Action>
        </p>
      </div>
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import type { CONTROL_THINGS } from '../../server/contract/control-errors.ts'
import { isScreenId } from '../routing/screens.ts'
import { useHref, usePlace } from '../routing/use-place.ts'
import { Action } from './action.tsx'
import { EmptyState } from './empty-state.tsx'

/** What an address names and is not there, and the way to what is. */
export function MissingSaid({ title }: { title: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const { segments } = usePlace()
  const [screen = ''] = segments
  // What lies open on Live is named by its kind and its id; elsewhere a list holds what the last part of the address names.
  const list = screen === 'live' ? ['live'] : segments.slice(0, Math.max(1, segments.length - 1))
  return (
    <div role="alert">
      <EmptyState icon="search" titleAs="h2" title={title} hint={t('common.gone_hint')}>
        {isScreenId(screen) && (
          <Action component="a" href={href(...list)} icon="arrow_right">
            {t('common.to_list', { screen: t(`screens.${screen}`) })}
          </Action>
        )}
      </EmptyState>
    </div>
  )
}

/** The same, in the words in which the emulator would say it. */
export function Missing({ what, name }: { what: keyof typeof CONTROL_THINGS; name: string }) {
  const { t } = useTranslation()
  return <MissingSaid title={t('control_errors.not_found.says.none', { what: t(`control_things.${what}`), name })} />
}

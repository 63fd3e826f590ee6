import { Skeleton } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect } from 'wouter'
import { EmptyState } from '../components/empty-state.tsx'
import { Failed, PanelBoundary } from '../components/error-boundary.tsx'
import { useMissingWorld, useWorldObject } from '../data/queries.ts'
import { useIsClockKnown } from '../data/world.tsx'
import { useHref, usePlace } from '../routing/use-place.ts'
import { SCREENS, screenById } from '../screens/registry.ts'
import { ClockBar } from './clock-bar.tsx'
import { ClockControlProvider } from './clock-control.tsx'
import { ConnectionLost } from './connection-state.tsx'
import { GlobalShortcuts } from './global-shortcuts.tsx'
import { WorldIsMissing } from './missing-world.tsx'
import { Navigation } from './navigation.tsx'
import { Notices } from './notices.tsx'
import classes from './shell.module.css'

/** What every screen rests on: tenants with their keys, and the clock. Before they are known, a form would send what nobody has chosen. */
function WhenKnown({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useWorldObject()
  const isClockKnown = useIsClockKnown()
  if (data !== undefined && isClockKnown) return children
  if (data === undefined && error) return <Failed error={error} again={() => void refetch()} />
  return <Skeleton height={240} m="md" aria-label={t('common.loading')} />
}

function CurrentScreen() {
  const { t } = useTranslation()
  const href = useHref()
  const { segments } = usePlace()
  const main = useRef<HTMLElement>(null)
  const screen = screenById(segments[0])
  const missing = useMissingWorld()

  useEffect(() => {
    document.title = screen ? `${t(`screens.${screen.id}`)} · Ringback` : 'Ringback'
  }, [screen, t])

  const first = SCREENS[0]
  if (segments.length === 0 && first) return <Redirect to={href(first.id)} replace />
  return (
    <main id="screen" ref={main} className={classes.screen} tabIndex={-1}>
      {missing !== undefined ? (
        <WorldIsMissing why={missing} />
      ) : screen ? (
        <PanelBoundary resetKey={screen.id}>
          <WhenKnown>
            <Suspense>
              <screen.component />
            </Suspense>
          </WhenKnown>
        </PanelBoundary>
      ) : (
        <EmptyState icon="search" title={t('shell.no_page')} hint={t('shell.no_page_hint')} />
      )}
    </main>
  )
}

/** What is around every screen: navigation, clock, connection. */
export function Shell() {
  const { t } = useTranslation()
  return (
    <ClockControlProvider>
      <a className={classes.skip} href="#screen">
        {t('shell.skip')}
      </a>
      <div className={classes.shell}>
        <Navigation />
        <div className={classes.main}>
          <ClockBar />
          <ConnectionLost />
          <Notices />
          <CurrentScreen />
        </div>
      </div>
      <GlobalShortcuts />
    </ClockControlProvider>
  )
}

import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect } from 'wouter'
import { Action } from '../components/action.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorBoundary, Failed, PanelBoundary } from '../components/error-boundary.tsx'
import { LimitNoticeOfWindow } from '../components/limit-notice.ts'
import { Loading } from '../components/loading.tsx'

import { ClockControlProvider } from '../data/clock-control.tsx'
import { useIsUntouched, useMissingWorld, useWorldObject } from '../data/queries.ts'

import { useIsClockKnown } from '../data/world.tsx'
import { useKeptFocus } from '../keyboard/use-kept-focus.ts'
import { WELCOME } from '../routing/screens.ts'
import { useHref, usePlace } from '../routing/use-place.ts'
import { usePresentInAddress, usePresenting } from '../routing/use-present.ts'
import { SCREENS, screenById } from '../screens/registry.ts'
import { ClockBar } from './clock-bar.tsx'
import { ConnectionLost } from './connection-state.tsx'
import { FiredStrip } from './fired-strip.tsx'
import { GlobalShortcuts } from './global-shortcuts.tsx'
import { WorldIsMissing } from './missing-world.tsx'
import { Navigation } from './navigation.tsx'
import { Notices } from './notices.tsx'
import { PresentBar } from './present-bar.tsx'
import classes from './shell.module.css'
import { WorldFileDrop } from './world-file-drop.tsx'

const Welcome = lazy(() => import('./welcome.tsx').then(({ Welcome }) => ({ default: Welcome })))

/** What every screen rests on: tenants with their keys, and the clock. Before they are known, a form would send what nobody has chosen. */
function WhenKnown({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useWorldObject()
  const isClockKnown = useIsClockKnown()
  if (data !== undefined && isClockKnown) return children
  if (data === undefined && error) return <Failed error={error} again={() => void refetch()} />
  return <Loading height={240} />
}

/** The bare address leads to the first steps while nobody has sent anything to this world, else to the first screen. */
function FirstView() {
  const href = useHref()
  const isUntouched = useIsUntouched()
  const [first] = SCREENS
  if (isUntouched === undefined || first === undefined) return <Loading height={240} />
  return <Redirect to={href(isUntouched ? WELCOME : first.id)} replace />
}

function CurrentScreen() {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const main = useRef<HTMLElement>(null)
  const href = useHref()
  const screen = screenById(segments[0])
  const isWelcome = segments.length === 1 && segments[0] === WELCOME
  const missing = useMissingWorld()

  useEffect(() => {
    const named = isWelcome ? t('welcome.name') : screen && t(`screens.${screen.id}`)
    document.title = named ? `${named} · Ringback` : 'Ringback'
  }, [isWelcome, screen, t])

  if ((segments.length === 0 || isWelcome) && missing === undefined)
    return (
      <main id="screen" ref={main} className={classes.screen} tabIndex={-1}>
        <PanelBoundary resetKey={WELCOME}>
          <WhenKnown>
            <Suspense fallback={<Loading height={240} />}>{isWelcome ? <Welcome /> : <FirstView />}</Suspense>
          </WhenKnown>
        </PanelBoundary>
      </main>
    )
  return (
    <main id="screen" ref={main} className={classes.screen} data-screen={screen?.id} tabIndex={-1}>
      {missing !== undefined ? (
        <WorldIsMissing why={missing} />
      ) : screen ? (
        <PanelBoundary resetKey={screen.id}>
          <WhenKnown>
            <Suspense fallback={<Loading height={240} />}>
              <screen.component />
            </Suspense>
          </WhenKnown>
        </PanelBoundary>
      ) : (
        <EmptyState icon="search" titleAs="h1" title={t('shell.no_page')} hint={t('shell.no_page_hint')}>
          <Action component="a" href={href('live')} icon="live">
            {t('welcome.to_live')}
          </Action>
        </EmptyState>
      )}
    </main>
  )
}

const AxisBand = lazy(() => import('./axis-band.tsx').then(({ AxisBand }) => ({ default: AxisBand })))

/** Below the clock on every screen but Live. It comes after the screen, which nobody should wait for. */
function Band() {
  const isClockKnown = useIsClockKnown()
  const [screen] = usePlace().segments
  if (useMissingWorld() !== undefined || screen === 'live') return null
  return (
    <div className={classes.band}>
      {isClockKnown && (
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <AxisBand />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}

/**
 * What is around every screen: navigation, clock, connection; of one that is shown to others, only the bar that ends that. The screen stays the
 * same one: what somebody has typed into it is there before those who look on, and afterwards.
 */
export function Shell() {
  const { t } = useTranslation()
  const presenting = usePresenting()
  const [screen] = usePlace().segments
  usePresentInAddress()
  // What floats stands outside of the page that is larger.
  useLayoutEffect(() => {
    document.body.toggleAttribute('data-presented', presenting)
  }, [presenting])
  useKeptFocus()
  // One for both, so that a move of the clock goes on when the page is shown to others.
  return (
    <ClockControlProvider where={screen}>
      {presenting ? (
        <PresentBar />
      ) : (
        <a className={classes.skip} href="#screen">
          {t('shell.skip')}
        </a>
      )}
      <div className={presenting ? classes.stage : classes.shell}>
        {!presenting && <Navigation />}
        <div className={presenting ? classes.presented : classes.main}>
          {!presenting && <ClockBar />}
          {!presenting && <Band />}
          <CurrentScreen />
          {presenting && <FiredStrip on="stage" />}
          <ConnectionLost />
          {!presenting && <Notices />}
        </div>
      </div>
      {!presenting && <WorldFileDrop />}
      <GlobalShortcuts />
      <LimitNoticeOfWindow />
    </ClockControlProvider>
  )
}

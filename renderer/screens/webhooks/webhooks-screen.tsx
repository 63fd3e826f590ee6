import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.tsx'
import { PanelBoundary } from '../../components/error-boundary.tsx'
import { Loading } from '../../components/loading.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SubNavigation } from '../../components/sub-navigation.tsx'
import { usePlace } from '../../routing/use-place.ts'
import { Deliveries } from './deliveries.tsx'
import { Subscriptions } from './subscriptions.tsx'

/** Whoever looks at deliveries needs none of these, and they are much code. */
const Certify = lazy(() => import('./certify.tsx').then(({ Certify }) => ({ default: Certify })))
const Events = lazy(() => import('./events.tsx').then(({ Events }) => ({ default: Events })))
const Suppressed = lazy(() => import('./suppressed.tsx').then(({ Suppressed }) => ({ default: Suppressed })))
const Forwards = lazy(() => import('./forwards.tsx').then(({ Forwards }) => ({ default: Forwards })))

const PARTS = {
  subscriptions: Subscriptions,
  deliveries: Deliveries,
  events: Events,
  suppressed: Suppressed,
  certify: Certify,
  forwards: Forwards,
} as const satisfies Record<string, ComponentType>
type PartName = keyof typeof PARTS
const PART_NAMES = Object.keys(PARTS) as PartName[]

/** Subscriptions, deliveries, events and what was not delivered; certification and forwards. */
export function WebhooksScreen() {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const name = PART_NAMES.find(part => part === (segments[1] ?? 'subscriptions'))
  const Part = name && PARTS[name]
  return (
    <>
      <PageHeader title={t('screens.webhooks')} />
      <SubNavigation
        label={t('webhooks.parts')}
        parts={PART_NAMES.map(part => ({
          segments: ['webhooks', part],
          label: t(`webhooks.${part}`),
          current: part === name,
        }))}
      />
      <PanelBoundary resetKey={name}>
        <Suspense fallback={<Loading height={240} />}>
          {Part ? <Part /> : <EmptyState icon="search" title={t('shell.no_page')} hint={t('shell.no_page_hint')} />}
        </Suspense>
      </PanelBoundary>
    </>
  )
}

import { getDefaultZIndex, Input, Modal } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from '../components/error-boundary.tsx'
import { Icon } from '../components/icons.tsx'
import { useFocusBack } from '../keyboard/use-focus-back.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { usePresenting } from '../routing/use-present.ts'
import classes from './palette.module.css'
import type { FinderProps } from './palette-finder.tsx'
import type { Opens } from './palette-groups.ts'
import { useNotedVisits } from './palette-recent.ts'

const fetchFinder = () => import('./palette-finder.tsx')
const Finder = lazy(() => fetchFinder().then(({ Finder }) => ({ default: Finder })))

/** Once the first view stands; a browser that does not tell of that is given a second. */
function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 1_000)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(callback)
  return () => cancelIdleCallback(request)
}

/** Where it is opened before what finds things is there, the field is: no letter is lost. */
function Opened(props: FinderProps) {
  const { t } = useTranslation()
  useFocusBack()
  const field = (
    <Input
      size="lg"
      className={classes.field ?? ''}
      leftSection={<Icon name="search" />}
      data-autofocus
      aria-label={t('palette.placeholder')}
      autoComplete="off"
      spellCheck={false}
      placeholder={t('palette.placeholder')}
      value={props.query}
      onChange={event => props.onQuery(event.currentTarget.value)}
    />
  )
  return (
    <ErrorBoundary fallback={() => field}>
      <Suspense fallback={field}>
        <Finder {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** `mod+k`: what can be gone to and done, by its name. It begins anew with every opening, and with the same key while something stands in it. */
export function Palette(opens: Opens) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState('')
  const presenting = usePresenting()
  useNotedVisits()
  useEffect(() => whenIdle(() => void fetchFinder()), [])
  useShortcuts({
    'mod+k': { does: t('help.keys.palette'), run: () => (query === '' ? setIsOpen(!isOpen) : setQuery('')) },
  })
  const close = () => {
    setIsOpen(false)
    setQuery('')
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      withCloseButton={false}
      returnFocus={false}
      padding={0}
      size={600}
      // It stays where it has opened while what it finds grows.
      centered={false}
      yOffset="calc(12vh / var(--rb-scale))"
      zIndex={getDefaultZIndex('max')}
      data-presented={presenting || undefined}
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
      styles={{ content: { background: 'var(--rb-raised)' } }}
      attributes={{ content: { 'aria-label': t('help.keys.palette') } }}
    >
      <Opened {...opens} query={query} onQuery={setQuery} onClose={close} />
    </Modal>
  )
}

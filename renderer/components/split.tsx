import { type FocusEvent, type HTMLAttributes, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { usePresenting } from '../routing/use-present.ts'
import { PanelBoundary } from './error-boundary.tsx'
import classes from './split.module.css'

interface Detail {
  label: string
  key: string
  content: ReactNode
  width?: 'narrow' | 'wide'
  /** Narrow, it leaves the list still more in a small window: what is read rather than filled in. */
  isSlim?: boolean
  /** It stands beside everything that its `stage` holds, as high as that; the attributes are those of the handle that draws it wider. */
  aside?: (HTMLAttributes<HTMLElement> & { 'aria-valuenow': number }) | undefined
  /** What Escape does; without it, nothing. */
  onClose?: (() => void) | undefined
}

interface Props {
  children: ReactNode
  /** What is open beside the list; nothing takes no room. */
  detail: Detail | undefined
}

/** What had the focus is gone with the detail: the list takes it, so that the keyboard goes on where it was. */
function useFocusToList(isOpen: boolean) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    return () => {
      if (document.activeElement !== document.body) return
      list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
    }
  }, [isOpen])
  return list
}

/** What had the focus is gone with what was open before: what is open now takes it. */
function useFocusToDetail(key: string | undefined) {
  const detail = useRef<HTMLElement>(null)
  const held = useRef(false)
  // Another one begins at its top, where it says what matters.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open decides, and nothing is read of it
  useLayoutEffect(() => {
    if (!detail.current) return
    detail.current.scrollTop = 0
    if (held.current && document.activeElement === document.body) detail.current.focus({ preventScroll: true })
  }, [key])
  const onFocus = () => {
    held.current = true
  }
  /** An element that goes while it has the focus gives it to nobody. */
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) held.current = false
  }
  return { ref: detail, onFocus, onBlur }
}

/** A list and the open one beside it. */
export function Split({ children, detail }: Props) {
  const { t } = useTranslation()
  const list = useFocusToList(detail !== undefined)
  const open = useFocusToDetail(detail?.key)
  const presenting = usePresenting()
  const onClose = detail?.onClose
  const closes = { does: t('help.keys.close'), run: onClose ?? (() => {}) }
  // Shown to others, the key that goes back does it as well; Escape ends that only where nothing is open.
  useShortcuts(onClose === undefined ? {} : { escape: closes, ...(presenting && { backspace: closes }) })
  return (
    <div
      className={classes.split}
      data-open={detail ? (detail.width ?? 'wide') : undefined}
      data-slim={detail?.isSlim ? '' : undefined}
      data-slide={presenting && detail ? '' : undefined}
      data-closes={onClose ? '' : undefined}
      data-aside={detail?.aside ? '' : undefined}
    >
      <div ref={list} className={classes.side}>
        {children}
      </div>
      {detail?.aside && (
        // biome-ignore lint/a11y/useSemanticElements: a rule cannot be taken hold of
        <div
          role="separator"
          tabIndex={0}
          aria-orientation="vertical"
          aria-label={t('live.wider')}
          title={t('live.wider_hint')}
          className={classes.handle}
          {...detail.aside}
          aria-valuenow={detail.aside['aria-valuenow']}
        />
      )}
      {detail && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section {...open} className={classes.detail} aria-label={detail.label} tabIndex={0}>
          <PanelBoundary resetKey={detail.key}>{detail.content}</PanelBoundary>
        </section>
      )}
    </div>
  )
}

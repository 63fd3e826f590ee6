import { Modal } from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '../keyboard/use-focus-back.ts'
import { usePresenting } from '../routing/use-present.ts'

interface Props {
  title: string
  size?: 'lg' | 'xl' | 'wide'
  /** By its own buttons alone where a slip would lose what is shown only once. */
  closes?: 'by_any_way' | 'by_button'
  onClose: () => void
  children: ReactNode
}

/** Until the focus is in a dialog, Escape would also go to the shortcuts of what is below, and close that. */
function takeEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault()
}

/** A dialog that is open while it is on the page. When it goes, the focus is where it was before it came. */
export function Dialog({ title, size = 'lg', closes = 'by_any_way', onClose, children }: Props) {
  const { t } = useTranslation()
  useFocusBack()
  const presenting = usePresenting()
  useLayoutEffect(() => {
    window.addEventListener('keydown', takeEscape, { capture: true })
    return () => window.removeEventListener('keydown', takeEscape, { capture: true })
  }, [])
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={closes === 'by_any_way'}
      closeOnEscape={closes === 'by_any_way'}
      size={size === 'wide' ? 1_120 : size}
      title={title}
      data-presented={presenting || undefined}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
    </Modal>
  )
}

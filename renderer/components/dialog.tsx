import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  title: string
  size?: 'lg' | 'xl'
  /** Off where a slip outside of it would lose what is shown only once. */
  closeOnClickOutside?: ModalProps['closeOnClickOutside']
  onClose: () => void
  children: ReactNode
}

/** A dialog that is open while it is on the page. When it goes, the focus is where it was before it came. */
export function Dialog({ title, size = 'lg', closeOnClickOutside = true, onClose, children }: Props) {
  const { t } = useTranslation()
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // What the palette has opened goes back to the screen: the palette itself is gone.
      const back = opener?.isConnected && opener !== document.body ? opener : document.getElementById('screen')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    },
    [opener],
  )
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={closeOnClickOutside}
      size={size}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
    </Modal>
  )
}

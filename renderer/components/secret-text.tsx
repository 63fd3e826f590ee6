import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePresenting } from '../routing/use-present.ts'
import { CopyButton } from './copy-button.tsx'
import { Icon } from './icons.tsx'

/** `whsec_••••••••oOpH`: enough to tell two apart. */
export function masked(secret: string): string {
  const start = /^(?:whsec_|svc_(?:live|test)_)/.exec(secret)?.[0] ?? ''
  return secret === '' ? '' : `${start}${'•'.repeat(8)}${secret.length > start.length + 8 ? secret.slice(-4) : ''}`
}

/** A secret behind an eye, and a button that copies it. Before others it stays hidden. */
export function SecretText({ secret, what }: { secret: string; what: string }) {
  const { t } = useTranslation()
  const presenting = usePresenting()
  const [isOpen, setIsOpen] = useState(false)
  const isShown = isOpen && !presenting
  const label = t(isShown ? 'common.hide_what' : 'common.show_what', { what })
  return (
    <>
      <code>{isShown ? secret : masked(secret)}</code>
      {!presenting && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={22}
          aria-label={label}
          title={label}
          aria-pressed={isShown}
          onClick={() => setIsOpen(open => !open)}
        >
          <Icon name={isShown ? 'eye_off' : 'eye'} size={13} />
        </ActionIcon>
      )}
      <CopyButton text={secret} what={what} />
    </>
  )
}
